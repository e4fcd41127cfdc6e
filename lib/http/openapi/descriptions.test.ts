import { describe, expect, it } from "vitest";
import document from "@/docs/openapi.json";
import { describeFields, type FieldComments } from "./field-comments";
import type { Json } from "./json";
import { FIELD_DESCRIPTIONS, ID_NOUNS, identifierDescription } from "./shared-descriptions";

type Described = { pointer: string; name: string; description: string | undefined };

/** Keys of a schema or a media type whose value is data, in which `properties` is an ordinary name. */
const DATA = new Set(["default", "enum", "const", "example", "examples"]);

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const describedAs = (pointer: string, name: string, { description }: Json): Described => ({
  pointer,
  name,
  description: typeof description === "string" ? description : undefined,
});

/** Every property of a schema and every parameter in a part of the document. */
function* fieldsIn(part: unknown, pointer: string): Generator<Described> {
  if (Array.isArray(part)) for (const [n, item] of part.entries()) yield* fieldsIn(item, `${pointer}/${n}`);
  if (!isJson(part)) return;
  const { properties, name, schema } = part;
  if (isJson(properties))
    for (const [field, property] of Object.entries(properties))
      if (isJson(property)) yield describedAs(`${pointer}/properties/${field}`, field, property);
  if (typeof name === "string" && "in" in part && isJson(schema)) yield describedAs(pointer, name, part);
  for (const [key, value] of Object.entries(part))
    if (!DATA.has(key)) yield* fieldsIn(value, `${pointer}/${key.replaceAll("/", "~1")}`);
}

const FIELDS = [...fieldsIn(document, "#")];
const texts = new Set(FIELDS.map(({ description }) => description));

const ARTICLES = new Set(["a", "an", "the", "of", "its"]);
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Whether a description has no word beside those of the field's name. */
function isRestatement({ name, description = "" }: Described): boolean {
  const words = new Set(wordsOf(name));
  return wordsOf(description).every((word) => ARTICLES.has(word) || words.has(word));
}

const pointersOf = (fields: readonly Described[]): string[] => fields.map(({ pointer }) => pointer);

describe("the public document", () => {
  it("describes every property and parameter; a missing one needs a comment at the field", () => {
    expect(FIELDS.length).toBeGreaterThan(1_000);
    expect(pointersOf(FIELDS.filter(({ description }) => description === undefined))).toEqual([]);
  });

  it("describes them in sentences that say more than the name", () => {
    const isSentence = ({ description = "" }: Described) => /^[A-Z0-9`].*\.$/s.test(description);
    expect(pointersOf(FIELDS.filter((field) => !isSentence(field)))).toEqual([]);
    expect(pointersOf(FIELDS.filter(isRestatement))).toEqual([]);
  });

  it("has a field for every shared description", () => {
    const shared = [
      ...Object.keys(ID_NOUNS).map(identifierDescription),
      ...Object.values(FIELD_DESCRIPTIONS),
    ];
    expect(shared.filter((text) => !texts.has(text))).toEqual([]);
  });

  it("finds a field without a description, also in the items of a list", () => {
    const part = { properties: { a: { items: { properties: { b: {} } } } } };
    expect(pointersOf([...fieldsIn(part, "#")])).toEqual([
      "#/properties/a",
      "#/properties/a/items/properties/b",
    ]);
    expect([...fieldsIn({ example: part }, "#")]).toEqual([]);
    expect(isRestatement({ pointer: "#", name: "status", description: "The status." })).toBe(true);
  });
});

describe("a field without a comment", () => {
  const id = { type: "string", pattern: "^agt_[0123456789abcdefghjkmnpqrstvwxyz]{26}$" };
  const descriptionOf = (name: string, property: Json, comments: FieldComments = new Map()) => {
    const schema = { properties: { [name]: { ...property } } };
    describeFields(schema, comments);
    return (schema.properties[name] as Json).description;
  };

  it("has the description of its kind of identifier, or of its name", () => {
    expect(descriptionOf("agent_id", id)).toBe("Identifier of the agent, `agt_…`.");
    expect(descriptionOf("created_at", { type: "string" })).toBe(FIELD_DESCRIPTIONS.created_at);
    expect(descriptionOf("size", { type: "integer" })).toBeUndefined();
  });

  it("has none if it can be null, as that needs an explanation", () => {
    expect(descriptionOf("agent_id", { anyOf: [id, { type: "null" }] })).toBeUndefined();
    expect(descriptionOf("created_at", { anyOf: [{ type: "string" }, { type: "null" }] })).toBeUndefined();
  });

  it("loses the shared description to a comment", () => {
    const comments = new Map([["agent_id", { text: "The one that answers.", inner: new Map() }]]);
    expect(descriptionOf("agent_id", id, comments)).toBe("The one that answers.");
  });
});
