import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, pathWith } from "./fixtures/api";
import { closed, named, withBody, workspaceOfThisFile } from "./fixtures/closed-routes";
import { parametersOf } from "./fixtures/every-route";
import { fieldsOf } from "./fixtures/fields";
import { bodyFor, parametersFor, pathFor } from "./fixtures/resources";

/** Tries of each property for each route: enough to find what is likely, few enough to end in time. */
const RUNS = 25;

const file = workspaceOfThisFile();
const { ask } = file;

/** The service never fails with 500. Routes without a carrier respond with 503. */
function expectSurvived({ status, json, text }: Answer): void {
  const noCarrier = json.code === "unavailable" && String(json.detail).startsWith("No carrier");
  expect(status < 500 || noCarrier, text).toBe(true);
  if (status === 400) expect(json.details).not.toEqual([]);
}

describe("any request", () => {
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });

  /** A copy of a body in which one place, however deep, holds something else. */
  function changed(body: unknown, at: number, value: unknown): unknown {
    const places: ((root: unknown) => void)[] = [];
    const walk = (inner: unknown, path: string[]) => {
      if (typeof inner !== "object" || inner === null) return;
      for (const key of Object.keys(inner)) {
        places.push((root) => {
          let holder = root as Record<string, unknown>;
          for (const step of path) holder = holder[step] as Record<string, unknown>;
          holder[key] = value;
        });
        walk((inner as Record<string, unknown>)[key], [...path, key]);
      }
    };
    walk(body, []);
    const copy = structuredClone(body);
    places[at % Math.max(1, places.length)]?.(copy);
    return copy;
  }

  test.each(withBody)(
    "%s survives any JSON, and its own body with anything in any place",
    async (_, route) => {
      const path = await pathFor(route, file.space, "live");
      const valid = await bodyFor(route, file.space, "live", 1);
      const fields = fieldsOf(route.spec.body);
      const loose = fields.length === 0 ? json : fc.dictionary(fc.constantFrom(...fields), json);
      const near = fc.tuple(fc.nat(), json).map(([at, value]) => changed(valid, at, value));
      await fc.assert(
        fc.asyncProperty(fc.oneof(json, loose, near, near), async (body) => {
          expectSurvived(await ask(route.method, path, { body }));
        }),
        { numRuns: RUNS },
      );
    },
  );

  test.each(named(closed.filter((route) => parametersOf(route).length > 0)))(
    "%s answers 404 to any path",
    async (_, route) => {
      const params = await parametersFor(route, file.space, "live");
      const parameters = parametersOf(route);
      const id = (parameters.find(({ prefix }) => prefix !== null) ?? parameters[0])?.name ?? "id";
      const body = await bodyFor(route, file.space, "live");
      const text = fc
        .string({ unit: "binary", minLength: 1, maxLength: 40 })
        .filter((t) => t.isWellFormed() && !/^\.{1,2}$/.test(t));
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const answer = await ask(route.method, pathWith(route.path, { ...params, [id]: value }), { body });
          expect(answer.status).toBe(404);
        }),
        { numRuns: RUNS },
      );
      const [real] = [params[id] ?? ""];
      for (const value of [
        real.toUpperCase(),
        ` ${real}`,
        `${real}\0`,
        `${real}\n`,
        `${real}/`,
        real.slice(0, -1),
      ])
        expect(
          (await ask(route.method, pathWith(route.path, { ...params, [id]: value }), { body })).status,
        ).toBe(404);
    },
  );

  test.each(named(closed.filter(({ spec }) => spec.query !== undefined)))(
    "%s survives any query",
    async (_, route) => {
      const path = await pathFor(route, file.space, "live");
      const value = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ maxLength: 30 }),
        fc.integer().map(String),
        fc.date({ noInvalidDate: true }).map((d) => d.toISOString()),
      );
      const query = fc.dictionary(fc.constantFrom(...fieldsOf(route.spec.query)), value, { maxKeys: 4 });
      await fc.assert(
        fc.asyncProperty(query, async (input) =>
          expectSurvived(await ask(route.method, `${path}?${new URLSearchParams(input)}`)),
        ),
        { numRuns: RUNS },
      );
    },
  );
});
