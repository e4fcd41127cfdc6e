import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VIEW_RESOURCES } from "./schema";
import { viewDocuments } from "./stored-documents";

const stored = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "testing", "stored", file), "utf8"));
const CASES = VIEW_RESOURCES.flatMap((resource) =>
  Array.from({ length: viewDocuments[resource].version }, (_, n) => [resource, n + 1] as const),
);

describe("a stored view", () => {
  it.each(CASES)("of %s and version %i is read", (resource, version) => {
    const document = viewDocuments[resource];
    const fields = stored(`${resource}.v${version}.json`);
    const content = document.read(fields);
    if (version === document.version) expect(content).toEqual(fields);
  });

  it.each(VIEW_RESOURCES)("of %s keeps the filters of newer code when it is stored again", (resource) => {
    const document = viewDocuments[resource];
    const fields = stored(`${resource}.v${document.version}.json`);
    const newer = { ...fields, query: { ...(fields.query as object), mood: "warm" } };
    const content = document.read(newer);
    expect(content.query).not.toHaveProperty("mood");
    expect(document.write({ ...content, name: "Renamed" }, content)).toEqual({ ...newer, name: "Renamed" });
  });

  it("that does not fit is refused without its words", () => {
    const secret = { name: "Zyzzyva", query: { q: 48151623 } };
    expect(() => viewDocuments.calls.read(secret)).toThrow(
      /^A stored view of calls cannot be read: \/query\/q invalid_type\.$/,
    );
  });
});
