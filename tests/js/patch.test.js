// Patching: the page shows what the tree says, and keeps every element that can stay.
import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { Window } from "happy-dom";

const window = new Window();
globalThis.document = window.document;
globalThis.Node = window.Node;
const { patchChildren, reuse } = await import("../../widgets/base/js/patch.js");

after(() => window.happyDOM.close());

let root;
let drawn;
beforeEach(() => {
  document.body.replaceChildren();
  root = document.createElement("div");
  document.body.append(root);
  drawn = undefined;
});

/** Draw a tree as a panel does, and return the page's HTML. */
function draw(tree) {
  drawn = reuse(drawn, structuredClone(tree));
  patchChildren(root, [drawn]);
  return root.innerHTML;
}

// compare elements with ===: a failing assertion would take minutes to print them
const find = (selector) => root.querySelector(selector);
const count = (selector) => root.querySelectorAll(selector).length;
const press = (gesture, text, more = {}) => ["button", { "data-do": gesture, ...more }, text];
const item = (key) => ["li", { key }, key];

describe("drawing", () => {
  it("shows elements, attributes and texts", () => {
    assert.equal(draw(["p", { class: "a", "aria-label": "b" }, "one ", ["b", {}, "two"]]),
      '<p data-lm-suppress-shortcuts="true" class="a" aria-label="b">one <b>two</b></p>');
  });

  it("keeps text as text", () => {
    draw(["p", {}, "<img src=x onerror=alert(1)>"]);
    assert.equal(count("img"), 0);
    assert.equal(find("p").textContent, "<img src=x onerror=alert(1)>");
  });

  it("leaves out elements and attributes that aren't allowed", () => {
    assert.equal(draw(["div", { onclick: "alert(1)", style: "color:red", href: "javascript:1" }, ["script", {}, "alert(1)"],
      ["iframe", {}], ["img", { src: "x" }], ["path", {}]]), "<div></div>");
  });

  it("draws pictures in the namespace of SVG, and only their elements", () => {
    draw(["svg", { viewBox: "0 0 1 1" }, ["path", { d: "M0 0" }], ["button", {}, "no"]]);
    assert.equal(find("path").namespaceURI, "http://www.w3.org/2000/svg");
    assert.equal(count("button"), 0);
  });

  it("makes no button submit a form unless it says so", () => {
    draw(["form", {}, press("x", "X"), ["button", { type: "submit" }, "Send"]]);
    assert.deepEqual([...root.querySelectorAll("button")].map((each) => each.type), ["button", "submit"]);
  });
});

describe("drawing again", () => {
  it("changes what has changed in the same elements", () => {
    draw(["div", { class: "a", title: "t" }, ["p", {}, "one"], "two"]);
    const [div, paragraph, text] = [find("div"), find("p"), find("div").lastChild];
    draw(["div", { class: "b" }, ["p", {}, "three"], "four"]);
    assert.ok(find("div") === div && find("p") === paragraph && find("div").lastChild === text);
    assert.equal(root.innerHTML, '<div class="b"><p data-lm-suppress-shortcuts="true">three</p>four</div>');
  });

  it("replaces an element by one with another tag, and removes what is gone", () => {
    draw(["div", {}, ["b", {}, "one"], ["i", {}, "two"], "three"]);
    assert.equal(draw(["div", {}, ["i", {}, "one"]]), "<div><i>one</i></div>");
  });

  it("moves elements with keys in place of drawing them again", () => {
    draw(["ul", {}, ...["a", "b", "c"].map(item)]);
    const [a, b, c] = find("ul").children;
    draw(["ul", {}, ...["c", "new", "a"].map(item)]);
    assert.deepEqual([...find("ul").children].map((each) => each.textContent), ["c", "new", "a"]);
    assert.ok(find("ul").children[0] === c && find("ul").children[2] === a);
    assert.equal(b.isConnected, false);
  });

  it("gives no element without a key what belonged to one with a key", () => {
    draw(["div", {}, ["p", { key: "one" }, "one"]]);
    const one = find("p");
    draw(["div", {}, ["p", {}, "other"], ["p", { key: "one" }, "one"]]);
    assert.ok(find("div").lastChild === one);
    assert.equal(find("p").textContent, "other");
  });

  it("keeps several elements with one key, in their order", () => {
    draw(["ul", {}, item("a"), item("a")]);
    const before = [...find("ul").children];
    draw(["ul", {}, item("b"), item("a"), item("a")]);
    assert.ok([...find("ul").children].slice(1).every((each, at) => each === before[at]));
  });

  it("knows a button by its gesture, whatever the moment", () => {
    draw(["div", {}, press("hint", "Hint"), press("next:@1:a", "Next")]);
    const next = find("[data-do^=next]");
    draw(["div", {}, press("next:@2:a", "Next")]);
    assert.ok(find("button") === next);
    assert.equal(next.dataset.do, "next:@2:a");
  });

  it("takes a button that does, says and looks otherwise for another one", () => {
    const same = (one, two) => {
      root.replaceChildren();
      drawn = undefined;
      draw(["div", {}, one]);
      const before = find("button");
      draw(["div", {}, two]);
      return find("button") === before;
    };
    const look = (gesture, text, name) => press(gesture, text, { key: "k", class: name });
    assert.equal(same(look("a", "A", "x"), look("b", "B", "y")), false);
    assert.equal(same(look("a", "A", "x"), look("a", "B", "y")), true);
    assert.equal(same(look("a", "A", "x"), look("b", "A", "y")), true);
    assert.equal(same(look("a", "A", "x"), look("b", "B", "x")), true);
  });

  it("keeps what follows when something without a key comes or goes before it", () => {
    const [tag, stack, name] = [["em", {}, "new"], ["span", {}, ["b", {}, "23"]], ["small", {}, "Deck"]];
    draw(["p", {}, stack, name]);
    const kept = [find("b"), find("small")];
    const stays = () => find("b") === kept[0] && find("small") === kept[1];
    draw(["p", {}, tag, stack, name]);
    assert.ok(stays());
    draw(["p", {}, stack, name]);
    assert.ok(stays());
    assert.equal(root.innerHTML, '<p data-lm-suppress-shortcuts="true"><span><b>23</b></span><small>Deck</small></p>');
  });

  it("removes what's gone before something that stays, but nothing with a key", () => {
    const last = ["small", {}, "last"];
    draw(["div", {}, ["em", {}, "one"], ["em", {}, "two"], ["p", { key: "k" }, "kept"], last]);
    const kept = find("p");
    assert.equal(draw(["div", {}, last, ["p", { key: "k" }, "kept"]]).replaceAll(/ data-lm[^>]*/g, ""),
      "<div><small>last</small><p>kept</p></div>");
    assert.ok(find("p") === kept);
  });

  it("draws whole what broke off", () => {
    draw(["div", {}, ["p", {}, "one"]]);
    find("p").firstChild.data = "somebody else's";
    drawn = undefined;
    draw(["div", {}, ["p", {}, "one"]]);
    assert.equal(find("p").textContent, "one");
  });
});

describe("flags and fields", () => {
  it("sets and takes back flags", () => {
    draw(["button", { disabled: true }, "x"]);
    assert.equal(find("button").disabled, true);
    draw(["button", {}, "x"]);
    assert.equal(find("button").disabled, false);
    assert.equal(find("button").hasAttribute("disabled"), false);
  });

  it("opens what the learner closed only when Python says so again", () => {
    draw(["details", { open: true }, "x"]);
    find("details").open = false;
    draw(["details", { open: true }, "y"]);
    assert.equal(find("details").open, false);
  });

  it("leaves what is typed until Python has another value", () => {
    draw(["div", {}, ["input", { value: "a" }], "1"]);
    find("input").value = "typed";
    draw(["div", {}, ["input", { value: "a" }], "2"]);
    assert.equal(find("input").value, "typed");
    draw(["div", {}, ["input", { value: "b" }], "3"]);
    assert.equal(find("input").value, "b");
  });

  const list = (value, more = {}, values = ["a", "b", "c"]) => (
    ["select", { value, ...more }, ...values.map((each) => ["option", { value: each }, each])]);

  it("shows the value of a list once its options are there", () => {
    draw(list("b"));
    assert.equal(find("select").value, "b");
  });

  it("leaves what is picked in a form, as long as it is an option", () => {
    draw(["form", {}, list("a"), "1"]);
    find("select").value = "c";
    draw(["form", {}, list("a", { class: "other" }), "2"]);
    assert.equal(find("select").value, "c");
    draw(["form", {}, list("a", {}, ["a", "b"]), "3"]);
    assert.equal(find("select").value, "a");
  });

  it("takes back what is picked in a list that sends it at once, if Python refused it", () => {
    draw(list("a", { "data-do": "pick" }));
    find("select").value = "c";
    draw(list("a", { "data-do": "pick" }));
    assert.equal(find("select").value, "a");
  });
});

describe("reuse", () => {
  it("gives back the old tree where nothing changed", () => {
    const old = ["div", {}, ["p", { class: "a" }, "one"], ["p", {}, "two"]];
    assert.equal(reuse(old, structuredClone(old)), old);
    const now = reuse(old, ["div", {}, ["p", { class: "a" }, "one"], ["p", {}, "three"]]);
    assert.notEqual(now, old);
    assert.equal(now[2], old[2]);
    assert.notEqual(now[3], old[3]);
  });

  it("sees attributes and children that came or went", () => {
    const old = ["div", { class: "a" }, "one"];
    for (const now of [["div", {}, "one"], ["div", { class: "a", id: "b" }, "one"], ["div", { id: "a" }, "one"],
      ["div", { class: "a" }], ["div", { class: "a" }, "one", "two"], ["p", { class: "a" }, "one"], "one"]) {
      assert.deepEqual(reuse(old, structuredClone(now)), now);
    }
  });
});
