import { fileURLToPath } from "node:url";

/** Where a thread's code lies, and the arguments of Node that it needs. */
export type Entry = { filename: string; execArgv: string[] };

/**
 * The entry of a thread whose source is `<name>.ts` beside the file at `here` (its `import.meta.url`). Built, all lie in
 * one folder as `<name>.js`; from source, a thread reads TypeScript by tsx, as its process does.
 */
export function threadEntry(name: string, folder: string): Entry {
  const built = !folder.endsWith(".ts");
  return {
    filename: fileURLToPath(new URL(built ? `./${name}.js` : `./${name}.ts`, folder)),
    execArgv: built ? ["--enable-source-maps"] : ["--import", "tsx"],
  };
}
