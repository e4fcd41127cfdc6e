import { z } from "zod";
import { describeFields, type FieldComments } from "./field-comments";
import type { Json } from "./json";

/** A body is described as sent by the client, a response as parsed by the kernel. */
type Direction = "input" | "output";

/** An unnamed schema has only the descriptions that all resources share. */
const NO_COMMENTS: FieldComments = new Map();

const COMPONENTS = "#/components/schemas/";
/** Marks a request's reference until it is known whether requests and responses share the component. */
const SENT = "~sent";

/**
 * Names exported schemas after their export, so that each occurs once in the document. Throws for a name used
 * twice.
 */
export function nameSchemas(modules: Iterable<Readonly<Record<string, unknown>>>): void {
  const schemasByName = new Map<string, z.ZodType>();
  for (const [name, schema] of [...modules].flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || !NAMED.has(schema.def.type) || !/^[A-Z]/.test(name)) continue;
    if (z.globalRegistry.get(schema)?.id !== undefined) continue;
    const before = schemasByName.get(name);
    if (before !== undefined && before !== schema)
      throw new Error(`Two schemas are exported as ${name}. The API document needs one name for each.`);
    schemasByName.set(name, schema);
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id: name });
  }
}
const NAMED = new Set<string>(["object", "union", "enum"]);

/** Removes details that JSON Schema need not repeat, or that are too strict. */
function soften(direction: Direction, { jsonSchema }: { jsonSchema: Json }): void {
  // `format: date-time` is enough; zod's pattern for it has 300 characters.
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  delete jsonSchema.propertyNames;
  // JavaScript's integer limits are not product rules.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // Within `/v1`, responses can gain fields; clients must accept them.
  if (direction === "output" && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
}

/** Yields every object within a value, including the value. */
function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function renameRefs(value: unknown, rename: (ref: string) => string): void {
  for (const object of objectsIn(value))
    if (typeof object.$ref === "string") object.$ref = rename(object.$ref);
}

const refsIn = (value: unknown): string[] =>
  [...objectsIn(value)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));

/** Converts zod schemas to JSON Schema, with named ones as components. */
export class Schemas {
  private readonly defs = { input: new Map<string, Json>(), output: new Map<string, Json>() };

  /** `commentsOf`: the comments of a named schema's fields, which become their descriptions. */
  constructor(private readonly commentsOf: (name: string) => FieldComments = () => new Map()) {}

  /** Returns the schema, or a reference to its component if it has a name. */
  of(schema: z.ZodType, direction: Direction): Json {
    // As a property, a named schema becomes a reference; alone it would be inlined.
    const { properties, $defs } = z.toJSONSchema(z.object({ root: schema }), {
      io: direction,
      unrepresentable: "any",
      override: (context) => soften(direction, context as { jsonSchema: Json }),
    }) as unknown as { properties: { root: Json }; $defs?: Record<string, Json> };
    const mark = direction === "input" ? SENT : "";
    renameRefs({ properties, $defs }, (ref) => `${COMPONENTS}${ref.replace("#/$defs/", "")}${mark}`);
    for (const [name, def] of Object.entries($defs ?? {})) {
      describeFields(def, this.commentsOf(name));
      this.defs[direction].set(name, def);
    }
    describeFields(properties.root, NO_COMMENTS);
    return properties.root;
  }

  /** The schema's properties, each with whether it is required, for parameters. */
  properties(schema: z.ZodType): { name: string; schema: Json; required: boolean }[] {
    const whole = this.of(schema, "input");
    const ref =
      typeof whole.$ref === "string" ? whole.$ref.slice(COMPONENTS.length, -SENT.length) : undefined;
    const { properties = {}, required = [] } = (ref === undefined ? whole : this.defs.input.get(ref)) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, it]) => ({
      name,
      schema: it,
      required: required.includes(name),
    }));
  }

  /** Resolves the references of `document` and returns the components that it uses. */
  settle(document: unknown): Record<string, Json> {
    const differing = this.differing();
    const rename = (ref: string): string => {
      if (!ref.endsWith(SENT)) return ref;
      const plain = ref.slice(0, -SENT.length);
      return differing.has(plain.slice(COMPONENTS.length)) ? `${plain}Input` : plain;
    };
    const all = new Map<string, Json>(this.defs.output);
    for (const [name, def] of this.defs.input) {
      if (differing.has(name)) all.set(`${name}Input`, def);
      else if (!all.has(name)) all.set(name, def);
    }
    renameRefs(document, rename);
    for (const def of all.values()) renameRefs(def, rename);
    return reached(document, all);
  }

  /** Names of schemas that differ between requests and responses, directly or through references. */
  private differing(): Set<string> {
    const plain = (def: Json) => JSON.stringify(def).replaceAll(SENT, "");
    const differing = new Set<string>();
    for (const [name, sent] of this.defs.input) {
      const responseSchema = this.defs.output.get(name);
      if (responseSchema !== undefined && plain(sent) !== plain(responseSchema)) differing.add(name);
    }
    for (let before = -1; before !== differing.size; ) {
      before = differing.size;
      for (const [name, sent] of this.defs.input) {
        const refs = refsIn(sent).map((ref) => ref.slice(COMPONENTS.length, -SENT.length));
        if (this.defs.output.has(name) && refs.some((ref) => differing.has(ref))) differing.add(name);
      }
    }
    return differing;
  }
}

function reached(document: unknown, all: ReadonlyMap<string, Json>): Record<string, Json> {
  const components = new Map<string, Json>();
  const visit = (value: unknown): void => {
    for (const ref of refsIn(value)) {
      const name = ref.slice(COMPONENTS.length);
      const def = ref.startsWith(COMPONENTS) ? all.get(name) : undefined;
      if (def === undefined || components.has(name)) continue;
      components.set(name, def);
      visit(def);
    }
  };
  visit(document);
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}
