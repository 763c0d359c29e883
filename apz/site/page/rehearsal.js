/* Answers the first clicks while Python is still starting, with answers it gave earlier: for a first visit when the site
   was built, for a later one while the page was idle. Once Python is there, it's told everything, and its answers are the
   ones that count. rehearsal.py makes the rehearsals and explains what's in them. */

/** @typedef {{ type: string, id: string, [name: string]: any }} Message */
/** @typedef {{ said: Message[], next: Record<string, number> }} Scene */
/** @typedef {{ said: Message[], hello: Record<string, any>, scenes: Scene[] }} Visit */

const CAUGHT_UP = -1; // the number of the question after which Python has heard everything
const here = new URL("./", import.meta.url).href;
const KEPT = `${here}next.json`; // the address of the next visit's rehearsal
const PLACE = `apz.${here.split("/").at(-2)}`; // a cache for this; sw.js drops it when a build takes over

/** Return the parts of a greeting that make a difference. @type {(hello: Record<string, any>, like: Record<string, any>) => string} */
function known(hello, like) {
  const texts = (/** @type {any} */ each) => (Array.isArray(each) ? each.map(({ text }) => text) : each);
  return JSON.stringify(Object.keys(like).sort().map((name) => texts(hello[name])));
}

/** Return the rehearsal for a returning visitor, or for a new one in this language; null if there's none.
 * @type {(back: boolean, language: string) => Promise<Visit | null>} */
export async function visitOf(back, language) {
  try {
    if (back) return await (await caches.match(KEPT, { cacheName: PLACE }))?.json() ?? null;
    const reply = await fetch(`${here}first.${language}.bin`);
    if (!reply.ok || !reply.body) return null;
    return await new Response(reply.body.pipeThrough(new DecompressionStream("deflate"))).json();
  } catch {
    return null; // a rehearsal only saves time
  }
}

/** Keep the rehearsal of the next visit. @type {(visit: Visit) => Promise<void>} */
export async function keep(visit) {
  try {
    await (await caches.open(PLACE)).put(KEPT, new Response(JSON.stringify(visit)));
  } catch { /* then the next visit waits for Python */ }
}

/** Forget the rehearsal of the next visit. @type {() => Promise<void>} */
export async function forget() {
  try {
    await (await caches.open(PLACE)).delete(KEPT);
  } catch { /* there is none */ }
}

/** A stand-in for Python while it starts. `play` does what Python's messages say, `send` sends Python a message, and `wait`
 * is called when a visitor has to wait for Python. */
export class Rehearsal {
  /** @type {Visit | null} */
  visit = null;
  /** @type {Scene | null} */
  scene = null; // what was played last, once the page has greeted
  over = false; // whether Python itself speaks
  /** @type {Message[]} */
  answered = []; // the page's messages that were answered here
  /** @type {object[]} */
  unanswered = []; // the first message that waits for Python, and all after it
  /** Python's own results of the messages answered here, by widget. @type {Map<string, Record<string, any>> | null} */
  caught = null;

  /** @param {(messages: Message[]) => void} play @param {(message: object) => void} send @param {() => void} wait */
  constructor(play, send, wait) {
    this.play = play;
    this.send = send;
    this.wait = wait;
  }

  /** Begin, unless Python was quicker. @param {Visit | null} visit */
  begin(visit) {
    if (this.over || !visit) return;
    this.visit = visit;
    this.play(visit.said);
  }

  /** Take a message from the page to Python; return whether it's taken care of. @param {Message} message */
  hears(message) {
    if (this.over) return false;
    const { content } = message;
    if (content?.ping) this.play([{ type: "custom", id: message.id, content: { pong: content.ping } }]);
    else if (!this.visit || this.caught || this.unanswered.length) this.unanswered.push(message);
    else this.answer(message, this.following(message));
    return true;
  }

  /** @param {Message} message @param {Scene | undefined} next */
  answer(message, next) {
    if (next) {
      this.answered.push(message);
      this.scene = next;
      // like a worker's answer, it comes after whatever is happening now
      queueMicrotask(() => this.play(next.said));
    } else {
      this.unanswered.push(message);
      if (this.scene) this.wait();
    }
  }

  /** Return the scene that follows a message, if it was rehearsed. @param {Message} message */
  following({ id, content }) {
    const { hello, scenes } = /** @type {Visit} */ (this.visit);
    if (!this.scene) return content?.hello && known(content.hello, hello) === known(hello, hello) ? scenes[0] : undefined;
    if (!content?.do || content.scope || content.values) return undefined;
    return scenes[this.scene.next[JSON.stringify([id, content.do, content.at])]];
  }

  /** Take messages from Python; return those to carry out now. @param {Message[]} messages @returns {Message[]} */
  heard(messages) {
    if (this.over) return messages;
    if (!this.visit) return this.end(messages);
    const done = this.caught !== null && messages.some(({ content }) => content?.pong === CAUGHT_UP);
    if (!this.caught) {
      this.caught = new Map();
      for (const each of this.answered) this.send(each);
      const [{ id }] = this.visit.said; // any widget that answers will do, and the first one is the browser's store
      this.send({ id, content: { ping: CAUGHT_UP } });
    }
    for (const { type, id, state } of messages) {
      if (type === "close") this.caught.delete(id);
      else if (state) this.caught.set(id, { ...this.caught.get(id), ...state });
    }
    if (!done) return [];
    // what a box holds comes before the box
    const all = [...this.caught].sort(([, one], [, two]) => Number("children" in one) - Number("children" in two));
    return this.end(all.map(([id, state]) => ({ type: "stand", id, state })));
  }

  /** @param {Message[]} messages */
  end(messages) {
    this.over = true;
    queueMicrotask(() => { for (const each of this.unanswered.splice(0)) this.send(each); });
    return messages;
  }
}
