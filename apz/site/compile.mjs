// node compile.mjs PYODIDE FOLDER: compiles FOLDER/own.zip and Pyodide's standard library with Pyodide's own Python, to
// FOLDER/apz.zip and FOLDER/stdlib.zip. Without column ranges, which only mark part of a line in a traceback, the code
// is an eighth smaller.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home/pyodide", APZ_WIDGETS: "light" } });
python.FS.writeFile("/own.zip", readFileSync(`${folder}/own.zip`));
python.FS.writeFile("/standard.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
python.runPython(`
import sys, zipfile
before = {*sys.modules}
with zipfile.ZipFile("/own.zip") as archive:
    archive.extractall("/own")
sys.path.insert(0, "/own")
import apz.site.inside as inside
for name in {*sys.modules} - before:  # what it took to do this isn't needed to run the tutor
    del sys.modules[name]
standard, own = (open(name, "rb").read() for name in ("/standard.zip", "/own.zip"))
for name, made in zip(("/stdlib.out", "/apz.out"), inside.archives(standard, own)):
    with open(name, "wb") as file:
        file.write(made)
`);
writeFileSync(`${folder}/stdlib.zip`, python.FS.readFile("/stdlib.out"));
writeFileSync(`${folder}/apz.zip`, python.FS.readFile("/apz.out"));
