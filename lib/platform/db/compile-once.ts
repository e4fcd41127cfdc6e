import type { Compilable, CompiledQuery } from "kysely";
import type { Select } from "./read";

/** Placeholder for a value. */
class Placeholder {
  constructor(readonly name: string) {}
}

/** Maximum compiled variants of one query. Optional filters produce some dozens. */
const SHAPES_LIMIT = 500;

type CompiledOnce<Q> =
  Q extends Select<infer Row> ? Select<Row> : Q extends Compilable<infer Row> ? Compilable<Row> : never;

/** The names of the defined values. */
function namesOf(input: object): string[] {
  const names: string[] = [];
  for (const name of Object.keys(input)) {
    if ((input as Record<string, unknown>)[name] !== undefined) names.push(name);
  }
  return names;
}

/**
 * Builds and compiles a query once for each set of defined inputs, since compiling a large query costs more
 * than sending it. `build` receives a placeholder for each value. It can pass it where a value goes and check
 * whether it is defined, but cannot read it.
 */
export function compileOnce<Input extends object, Q extends Compilable<unknown>>(
  build: (placeholders: Input) => Q,
): (input: Input) => CompiledOnce<Q> {
  const shapes = new Map<string, { query: Q; compiled: CompiledQuery<unknown> }>();
  const shapeOf = (input: Input) => {
    const names = namesOf(input);
    const key = names.join();
    let shape = shapes.get(key);
    if (shape === undefined) {
      if (shapes.size >= SHAPES_LIMIT) shapes.clear();
      const query = build(Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Input);
      shape = { query, compiled: query.compile() };
      shapes.set(key, shape);
    }
    return shape;
  };
  return (input) => {
    const { query, compiled } = shapeOf(input);
    const values = input as Record<string, unknown>;
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name] : parameter,
    );
    const compile = (): CompiledQuery<unknown> => ({ ...compiled, parameters });
    return ("isSelectQueryBuilder" in query
      ? { isSelectQueryBuilder: true, compile }
      : { compile }) as unknown as CompiledOnce<Q>;
  };
}
