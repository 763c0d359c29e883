/* As much of Pyodide as the worker uses. */
export function loadPyodide(options: object): Promise<Pyodide>;
interface Pyodide {
  FS: { mkdirTree(path: string): void };
  globals: { set(name: string, value: unknown): void };
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  runPython(code: string): any;
}
