/* What Python and the page tell each other. */

/** A text, or an element: its tag, its attributes and its children. `key` among them keeps it the same element. */
export type Tree = string | Branch;
export type Branch = [tag: string, attributes: Attributes, ...children: Tree[]];
export type Attributes = Record<string, string | number | boolean>;

/** What a panel shows: the session's moment, the number of the drawing, the tree, and what is announced. */
export interface View {
  at: number;
  n: number;
  tree: Tree;
  lang?: string;
  gone?: string;
  say?: Announcement;
}
export interface Announcement { id: string; text: string }

/** What a learner did: the gesture, at which moment, in which inner frame, and what the fields hold. */
export interface Gesture { do: string; at: number; scope?: string; values?: Record<string, unknown> }

/** The page's side of a widget, as anywidget gives it. */
export interface Model {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(name: string): any;
  on(name: string, act: (message: Message) => void): void;
  off(name: string, act: (message: Message) => void): void;
  send(message: object): void;
  widget_manager?: { kernel?: Kernel; has_model?(id: string): boolean };
}
export type Message = Record<string, unknown>;

/** What lets one widget of a page find another one, as anywidget gives it. */
export interface Host { getWidget(name: string): Promise<{ exports: Renderer }> }
export interface Renderer { render(given: { model: Model; el: HTMLElement }): () => void }

/** The connection to Python, as far as it's looked at. */
export interface Kernel {
  id?: string;
  isDisposed?: boolean;
  connectionStatus?: string;
  connectionStatusChanged?: Signal;
  statusChanged?: Signal;
  reconnect?(): Promise<unknown>;
  probe?(): Promise<"here" | "busy" | "gone">;
}
export interface Signal {
  connect(act: (sender: unknown, value: string) => void): void;
  disconnect(act: (sender: unknown, value: string) => void): void;
}

/** A text in the browser's storage, with its place in the order of writing. */
export interface Entry { when: number; text: string }
export type Area = "tab" | "all";
export interface Place { area: Area; key: string; raw?: string | null }
export interface Kept extends Entry { area: Area; key: string; raw: string; tab: string }

/** A sentence above everything else, with up to two buttons. */
export interface Notice {
  text: string;
  passing?: boolean;
  action?: string;
  act?: () => void;
  close?: string;
  shut?: () => void;
}

/** Listens to an event until the widget is closed. */
export type Listen = (
  target: EventTarget, name: string, act: (event: never) => void, options?: AddEventListenerOptions,
) => void;
