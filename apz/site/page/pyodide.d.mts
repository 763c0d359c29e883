/* As much of Pyodide as the worker uses. */
export function loadPyodide(options: object): Promise<Pyodide>;
interface Pyodide {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void };
  globals: { set(name: string, value: unknown): void };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  runPython(code: string): any;
}
