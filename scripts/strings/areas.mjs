// Finds the areas of the catalog that the client components of a page need, and those that it loads.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { usedAreas } from "./catalog.mjs";

const SOURCE = /^(?:app|components|lib|messages)\//;
const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];
const isSource = (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts");

/** The source file that a module specifier names; null for packages and styles. */
function resolve(root, from, specifier) {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier))
      : null;
  if (base === null || !SOURCE.test(base)) return null;
  const ending = ENDINGS.find((end) => isSource(base + end) && existsSync(join(root, base + end)));
  return ending === undefined ? null : base + ending;
}

/** Whether an import or export names types alone: `import type`, or `type` before each name. */
function isTypeOnly(node) {
  const clause = node.importClause ?? node;
  const names = clause.namedBindings ?? clause.exportClause;
  const elements = clause.name === undefined ? (names?.elements ?? []) : [];
  return clause.isTypeOnly || (elements.length > 0 && elements.every((element) => element.isTypeOnly));
}

/** The specifiers of a file's imports, also those of `import()`, without those of types alone. */
function importsOf(source) {
  const specifiers = [];
  const visit = (node) => {
    const isModule = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    if (isModule && node.moduleSpecifier && !isTypeOnly(node)) specifiers.push(node.moduleSpecifier.text);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      specifiers.push(node.arguments[0].text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return specifiers;
}

/** A file whose component loads the messages of an area. */
const AREA_FILE = /^messages\/areas\/(\w+)\.tsx$/;

/** Reads source files once: whether each is a client component's, its imports, and the areas that it uses and loads. */
export function createReader(root) {
  const files = new Map();
  return (path) => {
    if (!files.has(path)) {
      const text = readFileSync(join(root, path), "utf8");
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
      const imports = importsOf(source).flatMap((specifier) => resolve(root, path, specifier) ?? []);
      files.set(path, {
        text,
        isClient: /^["']use client["']/.test(text),
        imports,
        used: usedAreas(path, text),
        loaded: imports.flatMap((imported) => AREA_FILE.exec(imported)?.[1] ?? []),
      });
    }
    return files.get(path);
  };
}

/** Files that Next renders within the layouts of their folder and of the folders above. */
export const ENTRY = /^app\/(?:.*\/)?(?:page|layout|template|error|not-found|loading|default)\.tsx$/;

/** The files that browsers load for an entry: its client components and their imports. */
export function clientFiles(entry, read) {
  const visited = new Set();
  const files = new Set();
  const visit = (path, isInClient) => {
    const isClient = isInClient || read(path).isClient;
    if (visited.has(`${path} ${isClient}`)) return;
    visited.add(`${path} ${isClient}`);
    if (isClient) files.add(path);
    for (const imported of read(path).imports) visit(imported, isClient);
  };
  visit(entry, false);
  return files;
}

/** The areas that client components of an entry use, each with a file that uses it. */
function clientAreas(entry, read) {
  const areas = new Map();
  const visited = new Set();
  const visit = (path, isInClient, provided) => {
    const file = read(path);
    const isClient = isInClient || file.isClient;
    // A client component that is loaded on request can load an area itself.
    const available = isClient ? [...new Set([...provided, ...file.loaded])].sort() : [];
    const key = `${path} ${isClient} ${available.join()}`;
    if (visited.has(key)) return;
    visited.add(key);
    if (isClient)
      for (const area of file.used) if (!areas.has(area) && !available.includes(area)) areas.set(area, path);
    for (const imported of file.imports) visit(imported, isClient, available);
  };
  visit(entry, false, []);
  return areas;
}

/** The layouts that enclose an entry, outermost first. */
function layoutsOf(entry, entries) {
  const folders = dirname(entry).split("/");
  return folders
    .map((_, index) => `${folders.slice(0, index + 1).join("/")}/layout.tsx`)
    .filter((path) => path !== entry && entries.includes(path));
}

/**
 * The faults of areas: those that client components of a page use and nothing loads, and those that an entry loads
 * although no page in it uses them. `paths`: the files of the project. `areas`: the names of all areas.
 */
export function areaFaults(root, paths, areas) {
  const read = createReader(root);
  const entries = paths.filter((path) => ENTRY.test(path));
  const needed = new Map(entries.map((entry) => [entry, clientAreas(entry, read)]));
  const enclosing = new Map(entries.map((entry) => [entry, [...layoutsOf(entry, entries), entry]]));
  const missing = entries.flatMap((entry) => {
    const loaded = new Set(enclosing.get(entry).flatMap((path) => read(path).loaded));
    return [...needed.get(entry)]
      .filter(([area]) => areas.includes(area) && !loaded.has(area))
      .map(([area, user]) => `${entry}: does not load the area ${area}, which ${user} uses`);
  });
  const unused = entries.flatMap((layout) => {
    const inside = entries.filter((entry) => enclosing.get(entry).includes(layout));
    return read(layout)
      .loaded.filter((area) => !inside.some((entry) => needed.get(entry).has(area)))
      .map((area) => `${layout}: loads the area ${area}, which no page in it uses`);
  });
  return [...missing, ...unused];
}
