import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { read } from "./product";

const DOCS = join(import.meta.dirname, "..", "..", "docs");
const GUIDES = [
  "README.md",
  ...readdirSync(DOCS).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];
/** Private files that an operator can have in the folder of the sources, from which `docker build` copies. */
const PRIVATE = ["keys", "values", "*.key", "support*.json*", "deploy/secrets", ".env", ".data"];

/** The patterns of a list of ignored files, without what the two formats write differently. */
const patternsOf = (file: string): string[] =>
  read(file)
    .split("\n")
    .map((line) => line.replace(/^\*\*\//, "").replace(/^\/|\/$/g, ""));

/** The folders below the current one that the commands of a guide create. */
function createdFolders(guide: string): string[] {
  const commands = [...read(guide).matchAll(/\bmkdir ((?:-[a-z]+ (?:\d+ )?)*)([^\n;&#]+)/g)];
  return commands
    .flatMap(([, , folders = ""]) => folders.trim().split(/\s+/))
    .filter((folder) => !/^"?(?:\/|\$|~)/.test(folder));
}

test.each([".gitignore", ".dockerignore"])("%s lists private files and each folder of the guides", (file) => {
  const folders = GUIDES.flatMap(createdFolders);
  expect(folders).toContain("deploy/secrets");
  expect(patternsOf(file)).toEqual(expect.arrayContaining([...PRIVATE, ...folders]));
});
