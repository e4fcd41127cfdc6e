import { z } from "zod";

export type Json = { [key: string]: unknown };
/** A body is described as a client sends it, an answer as it is after the kernel's parse. */
type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";
/** Marks a reference from a request until it is known whether requests and answers share the component. */
const SENT = "~sent";

/** Gives exported schemas their export's name, so that each stands once in the document. Throws on a name taken twice. */
export function nameSchemas(modules: Iterable<Readonly<Record<string, unknown>>>): void {
  const taken = new Map<string, z.ZodType>();
  for (const [name, schema] of [...modules].flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || !NAMED.has(schema.def.type) || !/^[A-Z]/.test(name)) continue;
    if (z.globalRegistry.get(schema)?.id !== undefined) continue;
    const before = taken.get(name);
    if (before !== undefined && before !== schema)
      throw new Error(`Two schemas are exported as ${name}. The API document needs one name for each.`);
    taken.set(name, schema);
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id: name });
  }
}
const NAMED = new Set<string>(["object", "union", "enum"]);

/** What JSON Schema need not repeat, or would say too strictly. */
function soften(direction: Direction, { jsonSchema }: { jsonSchema: Json }): void {
  // `format: date-time` says it; zod's pattern for it is 300 characters long.
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  delete jsonSchema.propertyNames;
  // What JavaScript can count to is no rule of the product.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // Within `/v1` answers may gain fields; a client must not refuse them.
  if (direction === "output" && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
}

/** Every object within a value, itself included. */
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

/** Turns zod schemas into JSON Schema and gathers the named ones as components. */
export class Schemas {
  private readonly defs = { input: new Map<string, Json>(), output: new Map<string, Json>() };

  /** The schema, or a reference to its component if it has a name. */
  of(schema: z.ZodType, direction: Direction): Json {
    // Within an object a named schema becomes a reference; alone it would be written out.
    const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      unrepresentable: "any",
      override: (context) => soften(direction, context as { jsonSchema: Json }),
    }) as unknown as { properties: { it: Json }; $defs?: Record<string, Json> };
    const mark = direction === "input" ? SENT : "";
    renameRefs({ properties, $defs }, (ref) => `${COMPONENTS}${ref.replace("#/$defs/", "")}${mark}`);
    for (const [name, def] of Object.entries($defs ?? {})) this.defs[direction].set(name, def);
    return properties.it;
  }

  /** The schema's own properties, each with whether it must be there; for parameters. */
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

  /** Settles the references of `document` and answers the components that it reaches. */
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

  /** The names whose schema is another in requests than in answers, be it by what they refer to. */
  private differing(): Set<string> {
    const plain = (def: Json) => JSON.stringify(def).replaceAll(SENT, "");
    const found = new Set<string>();
    for (const [name, sent] of this.defs.input) {
      const shown = this.defs.output.get(name);
      if (shown !== undefined && plain(sent) !== plain(shown)) found.add(name);
    }
    for (let before = -1; before !== found.size; ) {
      before = found.size;
      for (const [name, sent] of this.defs.input) {
        const refs = refsIn(sent).map((ref) => ref.slice(COMPONENTS.length, -SENT.length));
        if (this.defs.output.has(name) && refs.some((ref) => found.has(ref))) found.add(name);
      }
    }
    return found;
  }
}

function reached(document: unknown, all: ReadonlyMap<string, Json>): Record<string, Json> {
  const found = new Map<string, Json>();
  const visit = (value: unknown): void => {
    for (const ref of refsIn(value)) {
      const name = ref.slice(COMPONENTS.length);
      const def = ref.startsWith(COMPONENTS) ? all.get(name) : undefined;
      if (def === undefined || found.has(name)) continue;
      found.set(name, def);
      visit(def);
    }
  };
  visit(document);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
