/* The types of the messages between Python and the page. */

/** A text, or an element: its tag, its attributes and its children. The attribute `key` identifies it from drawing to drawing. */
export type Tree = string | Branch;
export type Branch = [tag: string, attributes: Attributes, ...children: Tree[]];
export type Attributes = Record<string, string | number | boolean>;

/** What a panel shows: the session's moment, the number of the drawing, the tree, and the announcement. */
export interface View {
  at: number;
  n: number;
  tree: Tree;
  lang?: string;
  gone?: string;
  say?: Announcement;
}
export interface Announcement { id: string; text: string }

/** What a learner did: the gesture, its moment, its inner frame if any, and the values of its fields. */
export interface Gesture { do: string; at: number; scope?: string; values?: Record<string, unknown> }

/** The page's side of a widget, as anywidget provides it. */
export interface Model {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(name: string): any;
  on(name: string, act: (message: Message) => void): void;
  off(name: string, act: (message: Message) => void): void;
  send(message: object): void;
  widget_manager?: { kernel?: Kernel; has_model?(id: string): boolean };
}
export type Message = Record<string, unknown>;

/** Lets one widget of a page find another, as anywidget provides it. */
export interface Host { getWidget(name: string): Promise<{ exports: Renderer }> }
export interface Renderer { render(given: { model: Model; el: HTMLElement }): () => void }

/** The part of Jupyter's connection to Python that we use. */
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

/** A text in the browser's storage, with a number that orders the writes. */
export interface Entry { when: number; text: string }
export type Area = "tab" | "all";
export interface Place { area: Area; key: string; raw?: string | null }
export interface Kept extends Entry { area: Area; key: string; raw: string; tab: string }

/** A notice above everything else, with up to two buttons. */
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
