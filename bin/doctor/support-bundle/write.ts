import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const OWNER_ONLY = 0o600;

/** Writes a bundle to a new file, compressed if its name ends with .gz. Throws if the file exists. */
export function writeSupportBundle(file: string, bundle: object, clean: (text: string) => string): void {
  const text = `${clean(JSON.stringify(bundle, null, 2))}\n`;
  writeFileSync(file, file.endsWith(".gz") ? gzipSync(text) : text, { flag: "wx", mode: OWNER_ONLY });
}
