import type { Compilable, CompiledQuery } from "kysely";
import type { Select } from "./read";

/** Stands where a value will be. */
class Slot {
  constructor(readonly name: string) {}
}

/** Shapes of one query that are kept: filters that are there or not make some dozens. */
const SHAPES_LIMIT = 500;

type Prepared<Q> =
  Q extends Select<infer Row> ? Select<Row> : Q extends Compilable<infer Row> ? Compilable<Row> : never;

/** The names of what is given; a value that is undefined is not there. */
function namesOf(given: object): string[] {
  const names: string[] = [];
  for (const name of Object.keys(given)) {
    if ((given as Record<string, unknown>)[name] !== undefined) names.push(name);
  }
  return names;
}

/**
 * A query that is written and compiled once, since compiling a large one costs more than sending it. `write` is handed
 * a stand-in for each value: it may put it where a value goes and ask whether it is there, but not what it is. For each
 * set of names that are given it is asked once.
 */
export function prepared<Given extends object, Q extends Compilable<unknown>>(
  write: (slots: Given) => Q,
): (given: Given) => Prepared<Q> {
  const shapes = new Map<string, { query: Q; compiled: CompiledQuery<unknown> }>();
  const shapeOf = (given: Given) => {
    const names = namesOf(given);
    const key = names.join();
    let shape = shapes.get(key);
    if (shape === undefined) {
      if (shapes.size >= SHAPES_LIMIT) shapes.clear();
      const query = write(Object.fromEntries(names.map((name) => [name, new Slot(name)])) as Given);
      shape = { query, compiled: query.compile() };
      shapes.set(key, shape);
    }
    return shape;
  };
  return (given) => {
    const { query, compiled } = shapeOf(given);
    const values = given as Record<string, unknown>;
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    const compile = (): CompiledQuery<unknown> => ({ ...compiled, parameters });
    return ("isSelectQueryBuilder" in query
      ? { isSelectQueryBuilder: true, compile }
      : { compile }) as unknown as Prepared<Q>;
  };
}
