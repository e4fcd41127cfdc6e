import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeFields } from "@/lib/http/openapi/field-comments";
import { CommentReader } from "./read-comments";

const root = mkdtempSync(join(tmpdir(), "parley-comments-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

mkdirSync(join(root, "lib", "parts"), { recursive: true });
writeFileSync(
  join(root, "lib", "parts", "schema.ts"),
  `import { z } from "zod";
export const paging = {
  /** Rows of
   *  a page. */
  limit: z.int(),
};`,
);
writeFileSync(
  join(root, "lib", "schema.ts"),
  `import { z } from "zod";
import { paging } from "@/lib/parts/schema";
const fields = {
  /** Its name. */
  name: z.string(),
  // Not for readers.
  size: z.int(),
};
const Widget = z.strictObject({ ...fields, parts: z.array(z.strictObject({
  /** Grams. */
  weight: z.int(),
})) });
export const CreateWidget = z.strictObject({ name: fields.name.optional() });
export const WideWidget = Widget.extend({
  /** Meters. */
  width: z.int(),
}).nullable();
export const List = z.strictObject({ ...paging });
`,
);
const reader = new CommentReader(root);
const commentsOf = (name: string) => reader.commentsOf("lib/schema.ts", name);
const textsOf = (name: string) =>
  Object.fromEntries([...commentsOf(name)].map(([key, { text }]) => [key, text]));

test("a field has its comment, through spreads, extensions, references and imports", () => {
  expect(textsOf("WideWidget")).toEqual({
    name: "Its name.",
    size: undefined,
    parts: undefined,
    width: "Meters.",
  });
  expect(textsOf("CreateWidget")).toEqual({ name: "Its name." });
  expect(textsOf("List")).toEqual({ limit: "Rows of a page." });
  expect(textsOf("Missing")).toEqual({});
});

test("comments become descriptions, also of the fields of inner objects", () => {
  const part = { type: "object", properties: { weight: { type: "integer" } } };
  const schema = {
    properties: {
      name: { type: "string" },
      size: { type: "integer" },
      parts: { anyOf: [{ type: "array", items: part }, { type: "null" }] },
    },
  };
  describeFields(schema, commentsOf("WideWidget"));
  expect(schema.properties.name).toEqual({ type: "string", description: "Its name." });
  expect(schema.properties.size).toEqual({ type: "integer" });
  expect(part.properties.weight).toEqual({ type: "integer", description: "Grams." });
});
