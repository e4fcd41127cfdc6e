import { ENDED_CALL } from "./call-examples";
import { componentName, type Schema } from "./document";
import { exampleOf, type KnownValues } from "./example-value";
import { knownValuesOf } from "./known-values";
import { itemOfPage, type Operation } from "./resources";

/** `CallItem`, `WebhookWithSecret` → the resource that an object is a form of. */
function resourceOf(name: string): string {
  const variantAt = name.indexOf("With");
  if (variantAt > 0) return name.slice(0, variantAt);
  return name.endsWith("Item") ? name.slice(0, -"Item".length) : name;
}

/** Values that a resource has after an operation, by its ID. */
const STATES: Readonly<Record<string, KnownValues>> = {
  endCall: ENDED_CALL,
  setCallLegalHold: { ...ENDED_CALL, legal_hold: "Case 2026-114" },
};

/** An example of a JSON response: a page has one row, and a resource the values of the body that creates it. */
function exampleResponse(schema: Schema, state: KnownValues = {}): unknown {
  const name = schema.$ref === undefined ? "" : componentName(schema.$ref);
  const item = itemOfPage(name);
  if (item === undefined) return exampleOf(schema, knownValuesOf(resourceOf(name)), state);
  const row = exampleOf({ $ref: `#/components/schemas/${item}` }, knownValuesOf(resourceOf(item)));
  return { data: [row], next_cursor: null };
}

/** The example of an operation's successful JSON response; undefined if it returns no JSON. */
export function responseExampleOf({ id, responses }: Operation): unknown {
  const json = responses[0]?.content.find(({ mediaType }) => mediaType === "application/json");
  if (json === undefined) return undefined;
  return exampleResponse(json.schema.anyOf?.[0] ?? json.schema, STATES[id]);
}
