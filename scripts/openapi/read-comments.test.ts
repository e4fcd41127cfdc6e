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
writeFileSync(
  join(root, "lib", "shapes.ts"),
  `import { describeShape } from "./describe-shape";
/** Not the schema. */
export const circle = describeShape({
  kind: "circle",
  schema: z.strictObject({
    /** Kind of the shape. */
    kind: z.literal("circle"),
    /** Radius in meters. */
    radius: z.number(),
  }),
});
export const square = describeShape({ schema: z.strictObject({ kind: z.literal("square"),
  /** Side in meters. */
  side: z.number(),
}) });
`,
);
writeFileSync(
  join(root, "lib", "describe-shape.ts"),
  "export const describeShape = <T>(shape: T): T => shape;",
);
writeFileSync(
  join(root, "lib", "forms.schema.ts"),
  `import { z } from "zod";
import { circle, square } from "./shapes";
export { circle as round } from "./shapes";
const SHAPES = [circle, square] as const;
export const Shape = z.discriminatedUnion("kind", SHAPES.map(({ schema }) => schema) as unknown as Schemas);
const pageOf = <T>(item: T) => z.strictObject({
  /** Rows of the page. */
  data: z.array(item),
});
export const ShapePage = pageOf(Shape);
const color = z.string();
export const Paint = z.strictObject({
  /** Name of the color. */
  color,
  layers: z.record(z.string(), z.strictObject({
    /** Millimeters. */
    depth: z.number(),
  })),
}).safeExtend({
  /** Liters. */
  volume: z.number(),
});
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

test("a union has the comments of its members, also through functions, lists and exports of other files", () => {
  const shape = reader.commentsOf("lib/forms.schema.ts", "Shape");
  expect([...shape].map(([name, { text }]) => [name, text])).toEqual([
    ["kind", "Kind of the shape."],
    ["radius", "Radius in meters."],
    ["side", "Side in meters."],
  ]);
  expect(reader.commentsOf("lib/forms.schema.ts", "round").get("schema")?.inner.size).toBe(2);
});

test("a function's object, shorthand fields, records and extensions keep their comments", () => {
  expect(reader.commentsOf("lib/forms.schema.ts", "ShapePage").get("data")?.text).toBe("Rows of the page.");
  const paint = reader.commentsOf("lib/forms.schema.ts", "Paint");
  expect(paint.get("color")?.text).toBe("Name of the color.");
  expect(paint.get("layers")?.inner.get("depth")?.text).toBe("Millimeters.");
  expect(paint.get("volume")?.text).toBe("Liters.");
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
