import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The messages of RFC 4475, Appendix A, byte for byte. */
const RFC_4475 = join(import.meta.dirname, "rfc4475");
const MAX_BYTES = 60_000;

function readFolder(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length > 0 && length <= MAX_BYTES)
    .map((bytes) => bytes.toString("latin1"));
}

/** The messages that are mutated: those of RFC 4475, and of a folder with a message in each file. Strings are latin1. */
export function readCorpus(folder?: string): string[] {
  return [...readFolder(RFC_4475), ...(folder === undefined ? [] : readFolder(folder))];
}
