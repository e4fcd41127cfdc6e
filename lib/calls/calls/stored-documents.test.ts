import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoredDocument } from "@/lib/platform/stored-document";
import { stateDocument, transcriptDocument, turnDocument, variablesDocument } from "./stored-documents";

const stored = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "testing", "stored", file), "utf8"));

const DOCUMENTS: Record<string, StoredDocument<object>> = {
  "conversation-state": stateDocument as StoredDocument<object>,
  turn: turnDocument as StoredDocument<object>,
  transcript: transcriptDocument as StoredDocument<object>,
  variables: variablesDocument as StoredDocument<object>,
};
const CASES = Object.entries(DOCUMENTS).flatMap(([name, document]) =>
  Array.from({ length: document.version }, (_, n) => [name, n + 1, document] as const),
);

describe("what a call stores sealed", () => {
  it.each(CASES)("is read: %s of version %i", (name, version, document) => {
    const read = document.read(stored(`${name}.v${version}.json`));
    if (version === document.version) expect(read).toEqual(stored(`${name}.v${version}.json`));
  });

  it.each(CASES.filter(([, version, document]) => version === document.version))(
    "keeps fields of newer code when it is stored again: %s",
    (name, version, document) => {
      const newer = { ...stored(`${name}.v${version}.json`), mood: { tone: "warm" } };
      const read = document.read(newer);
      expect(document.write({ ...read }, read)).toEqual(newer);
    },
  );

  it("is refused without its words if it does not fit", () => {
    const secret = { ...stored("turn.v1.json"), text: 48151623 };
    expect(() => turnDocument.read(secret)).toThrow(/^A stored turn cannot be read: \/text invalid_type\.$/);
    expect(() => variablesDocument.read({ values: { day: ["48151623"] } })).not.toThrow(/48151623/);
  });
});
