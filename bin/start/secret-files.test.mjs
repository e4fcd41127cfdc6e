import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSecretFiles } from "./secret-files.mjs";

let folder;
let file;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-secrets-"));
  file = join(folder, "database-url");
  writeFileSync(file, "postgresql://parley@postgres/parley\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

it("reads a secret from the file that its variable names", () => {
  expect(readSecretFiles({ PORT: "3000", DATABASE_URL_FILE: file, SMTP_URL_FILE: "" })).toEqual({
    PORT: "3000",
    DATABASE_URL: "postgresql://parley@postgres/parley",
    SMTP_URL_FILE: "",
  });
});

it("refuses a missing file, an empty one, and a secret that is set twice", () => {
  expect(() => readSecretFiles({ DATABASE_URL_FILE: join(folder, "missing") })).toThrow(
    "The file of DATABASE_URL_FILE cannot be read (ENOENT).",
  );
  expect(() => readSecretFiles({ DATABASE_URL: "postgresql://a", DATABASE_URL_FILE: file })).toThrow(
    "not both",
  );
  writeFileSync(join(folder, "empty"), "\n");
  expect(() => readSecretFiles({ SMTP_URL_FILE: join(folder, "empty") })).toThrow(
    "The file of SMTP_URL_FILE is empty.",
  );
});
