import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { minimumRoleOf } from "@/lib/identity/access";
import type { Environment, Role } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { type Answer, apiOf, pathWith, type Send } from "./fixtures/api";
import { readEvents } from "./fixtures/events";
import { everyRoute, parametersOf } from "./fixtures/every-route";
import { bodyFor, OTHERS, parametersFor, pathFor, takesBody, takesFields } from "./fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

let space: TestWorkspace;
let otherWorkspace: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  otherWorkspace = await makeWorkspace();
  ask = apiOf(space);
});
afterAll(closeHub);

/** Routes that end all access, including these tests' keys; `lib/data/erasure/workspace.db.test.ts` covers their success. */
const ENDS_ALL: readonly string[] = ["DELETE /v1/workspace"];

/** Routes for people who sign in, which no key opens; lib/identity/auth tests what they do. */
const forPeople = everyRoute.filter(({ spec }) => spec.person === true);
const closed = everyRoute.filter(({ spec }) => spec.capability !== null && spec.person !== true);
const open = everyRoute.filter(
  ({ spec }) =>
    spec.capability === null && spec.signed !== true && spec.guest !== true && spec.staff !== true,
);
/** Dashboard routes for visitors who are not signed in. */
const guests = everyRoute.filter(({ spec }) => spec.guest === true);
const signed = everyRoute.filter(({ spec }) => spec.signed === true);
const withId = closed.filter((route) => parametersOf(route).some(({ prefix }) => prefix !== null));
const posts = closed.filter(({ method }) => method === "POST");
const by = (routes: typeof everyRoute) => routes.map((route) => [route.name, route] as const);

/** Headers of every response. */
function expectHeaders({ headers }: Answer, limited = true): void {
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  if (!limited) return;
  expect(headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=60$/);
  expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.json).toMatchObject({ status, code, type: `/docs/errors#${code}` });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.json.request_id).toBe(answer.headers.get("x-request-id"));
  expect("details" in answer.json).toBe(status === 400);
  expectHeaders(answer);
}

/** A problem as a client sees it, without the request ID. */
const without = ({ status, json }: Answer) => ({ status, ...json, request_id: undefined });

/** An id that could be, but is not. */
const absent = (route: (typeof everyRoute)[number], params: Record<string, string>) =>
  Object.fromEntries(
    parametersOf(route).map(({ name, prefix }) => [
      name,
      prefix === null ? (params[name] ?? "") : newId(prefix),
    ]),
  );

/** The weakest role that the table of lib/identity/access lets do it. */
const leastFor = ({ spec }: (typeof everyRoute)[number]): Role =>
  minimumRoleOf(spec.capability ?? "self.manage");

const environments = ({ spec }: (typeof everyRoute)[number]): Environment[] =>
  spec.refuseTest === true ? ["live"] : ["live", "test"];

test("the table of routes is not empty, and each says who may", () => {
  expect(everyRoute.length).toBeGreaterThan(20);
  expect(everyRoute.filter(({ spec }) => spec.capability === undefined || spec.summary === "")).toEqual([]);
  expect(open.map(({ name }) => name)).toEqual(["GET /v1/deletions/public-key", "GET /v1/openapi.json"]);
});

describe("without a key", () => {
  test.each(by(closed))("%s answers 401 and says nothing else", async (_, route) => {
    const path = pathWith(route.path, absent(route, OTHERS));
    const sent = takesBody(route) ? { raw: "no JSON", headers: { "content-type": "text/plain" } } : {};
    const answers = await Promise.all(
      [null, "nonsense", `prl_live_${"a".repeat(20)}_${"b".repeat(40)}`].map((key) =>
        ask(route.method, `${path}?no_such=1`, { key, ...sent }),
      ),
    );
    for (const answer of answers) {
      expectProblem(answer, 401, "invalid_api_key");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(without(answer)).toEqual(without(answers[0] as Answer));
    }
  });

  test.each(by(signed))(
    "%s answers 403 to an unsigned request, for every workspace that it names",
    async (_, route) => {
      const form = { raw: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } };
      const params = await parametersFor(route, otherWorkspace, "live");
      const all = [
        params,
        absent(route, params),
        Object.fromEntries(Object.keys(params).map((name) => [name, "none"])),
      ];
      const answers: Answer[] = [];
      for (const values of all)
        answers.push(await ask(route.method, pathWith(route.path, values), { key: null, ...form }));
      for (const answer of answers) {
        expectProblem(answer, 403, "forbidden");
        expect(without(answer)).toEqual(without(answers[0] as Answer));
      }
    },
  );

  test.each(by(guests))("%s answers 403 to requests from other sites", async (_, route) => {
    for (const headers of [{}, { origin: "https://evil.example" }, { origin: "null" }])
      expectProblem(await ask(route.method, route.path, { key: null, body: {}, headers }), 403, "forbidden");
    const ownAnswer = await ask(route.method, route.path, {
      key: null,
      body: { no_such: 1 },
      headers: { origin: "http://localhost" },
    });
    expectProblem(ownAnswer, 400, "validation_error");
  });

  test.each(by(open))("%s is open, and limited by address", async (_, route) => {
    const answer = await ask(route.method, route.path, { key: null });
    expect(answer.status).toBe(200);
    expectHeaders(answer);
  });
});

describe("with a key of the test environment", () => {
  const strict = closed.filter(({ spec }) => spec.refuseTest === true);
  test.each(by(strict))("%s answers 403 before any other error of the request", async (_, route) => {
    const path = pathWith(route.path, absent(route, { version: "1" }));
    const sent = takesBody(route) ? { raw: "no JSON", headers: { "content-type": "text/plain" } } : {};
    expectProblem(await ask(route.method, path, { environment: "test", ...sent }), 403, "forbidden");
  });

  test("what changes keys, integrations, or what is live is refused to test keys; and only admins may", () => {
    const named = closed.filter(
      ({ name, method }) =>
        (method !== "GET" && /\/v1\/(keys|integrations)\b/.test(name)) ||
        ["POST /v1/agents/:id/deploy", "DELETE /v1/agents/:id"].includes(name),
    );
    expect(named.length).toBeGreaterThanOrEqual(7);
    for (const route of named)
      expect([route.name, route.spec.refuseTest, leastFor(route)]).toEqual([route.name, true, "admin"]);
  });
});

describe("for people who sign in", () => {
  test.each(by(forPeople))("%s is refused to API keys and to unauthenticated requests", async (_, route) => {
    const path = pathWith(route.path, absent(route, {}));
    expectProblem(await ask(route.method, path, { role: "owner" }), 403, "forbidden");
    expectProblem(await ask(route.method, path, { key: null }), 401, "invalid_api_key");
  });
});

describe("another's resource", () => {
  test.each(by(withId))(
    "%s answers 404, the same as to an id that is not there or is none",
    async (_, route) => {
      const role = leastFor(route);
      const params = await parametersFor(route, otherWorkspace, "live");
      const ids = parametersOf(route).filter(({ prefix }) => prefix !== null);
      const malformed = [
        "nonsense",
        "a b",
        "'; drop table calls; --",
        "𝒂gt_1",
        newId("req"),
        "x".repeat(3_000),
      ];
      const all = [
        params,
        absent(route, params),
        ...malformed.map((id) => ({ ...params, ...Object.fromEntries(ids.map(({ name }) => [name, id])) })),
      ];
      const body = await bodyFor(route, space, "live");
      const answers: Answer[] = [];
      for (const values of all)
        answers.push(await ask(route.method, pathWith(route.path, values), { role, body }));
      for (const answer of answers) {
        expectProblem(answer, 404, "not_found");
        expect(without(answer)).toEqual(without(answers[0] as Answer));
      }
    },
  );

  test.each(by(withId.filter(({ name }) => /\/v1\/(calls|contacts|suppressions)\b/.test(name))))(
    "%s answers 404 to a key of the other environment",
    async (_, route) => {
      const body = await bodyFor(route, space, "live");
      const [live, testing] = await Promise.all([
        pathFor(route, space, "live"),
        pathFor(route, space, "test"),
      ]);
      expectProblem(await ask(route.method, live, { environment: "test", body }), 404, "not_found");
      expectProblem(await ask(route.method, testing, { environment: "live", body }), 404, "not_found");
    },
  );
});

describe("a request that is not as described", () => {
  test.each(by(closed))("%s answers 400 to a query parameter that it does not know", async (_, route) => {
    const path = await pathFor(route, space, "live");
    const body = await bodyFor(route, space, "live");
    const answer = await ask(route.method, `${path}?no_such=1`, { body });
    expectProblem(answer, 400, "validation_error");
    expect(answer.json.details).toEqual([
      {
        in: "query",
        pointer: "/no_such",
        code: "unknown_field",
        reason: "unknown_field",
        message: expect.any(String),
        params: {},
      },
    ]);
  });

  test.each(by(closed.filter(takesFields)))(
    "%s answers 400 to a field that it does not know",
    async (_, route) => {
      const path = await pathFor(route, space, "live");
      const body = { ...((await bodyFor(route, space, "live")) as object), no_such: { deep: [1] } };
      const answer = await ask(route.method, path, { body });
      expectProblem(answer, 400, "validation_error");
      expect(answer.json.details).toEqual([
        {
          in: "body",
          pointer: "/no_such",
          code: "unknown_field",
          reason: "unknown_field",
          message: expect.any(String),
          params: {},
        },
      ]);
    },
  );

  test.each(by(closed.filter(takesBody)))(
    "%s answers 415 to what is no JSON by its type",
    async (_, route) => {
      const path = await pathFor(route, space, "live");
      const raw = JSON.stringify(await bodyFor(route, space, "live"));
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
      ]) {
        const answer = await ask(route.method, path, { raw, headers: { "content-type": type } });
        expectProblem(answer, 415, "unsupported_media_type");
      }
    },
  );
});

describe("a request as described", () => {
  const cases = closed
    .filter(({ name }) => !ENDS_ALL.includes(name))
    .flatMap((route) => environments(route).map((env) => [route.name, env, route] as const));
  test.each(cases)(
    "%s (%s) succeeds with the weakest role, and answers what it says",
    async (name, environment, route) => {
      const { method, spec } = route;
      const path = await pathFor(route, space, environment);
      const body = await bodyFor(route, space, environment);
      const answer = await ask(method, path, { role: leastFor(route), environment, body });
      expect([answer.status, answer.json]).toEqual([spec.status ?? 200, answer.json]);
      expectHeaders(answer);
      if (answer.status === 201)
        expect(answer.headers.get("location")).toBe(
          name === "POST /v1/contacts/:contact/consents"
            ? `/v1/contacts/${answer.json.contact_id}/consents`
            : name === "POST /v1/calls/:id/comments"
              ? `/v1/calls/${answer.json.call_id}/comments`
              : `${route.path}/${answer.json.id}`.replace(/\/:id\/[a-z]+/, ""),
        );
      if (answer.status === 204) return expect(answer.text).toBe("");
      if (spec.file !== undefined)
        return expect(spec.file).toContain(answer.headers.get("content-type")?.split(";")[0]);
      if (spec.response === undefined) return expectEvents(spec.events, answer);
      expect(answer.headers.get("content-type")).toBe("application/json");
      const { revision } = answer.json;
      expect(answer.headers.get("etag")).toBe(revision === undefined ? null : `"${revision}"`);
      // The response schema would omit or reject fields that it does not list.
      expect(z.parse(spec.response, answer.json)).toEqual(answer.json);
    },
  );

  test.each(by(closed.filter(({ method, spec }) => method === "POST" && spec.events !== undefined)))(
    "%s streams the same in events that it says",
    async (_, route) => {
      const path = await pathFor(route, space, "live");
      const body = await bodyFor(route, space, "live");
      expectEvents(
        route.spec.events,
        await ask(route.method, path, { body, headers: { accept: "text/event-stream" } }),
      );
    },
  );

  function expectEvents(schemas: Readonly<Record<string, z.ZodType>> | undefined, answer: Answer): void {
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const events = readEvents(answer.text);
    expect(events.length).toBeGreaterThan(0);
    for (const { event, data } of events) expect(schemas?.[event]?.parse(data), event).toEqual(data);
  }
});

describe("a POST with an Idempotency-Key", () => {
  const sameAs = (json: Answer["json"]) => ({
    ...json,
    secret: undefined,
    link: undefined,
    token: undefined,
  });

  test.each(by(posts))("%s runs once, and is answered the same again", async (_, route) => {
    expect(route.spec.replay, "every POST says how its answer is presented again").toBeDefined();
    const path = await pathFor(route, space, "live");
    const body = await bodyFor(route, space, "live");
    // One key throughout: what it sends twice is its own.
    const key = await space.key();
    const send = (sent: unknown) =>
      ask(route.method, path, { key, body: sent, headers: { "idempotency-key": "once" } });
    const first = await send(body);
    expect(first.status).toBe(route.spec.status ?? 200);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const repeated = await send(body);
    expect(repeated.status).toBe(first.status);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(repeated.headers.get("location")).toBe(first.headers.get("location"));
    expect(sameAs(repeated.json)).toEqual(sameAs(first.json));
    expect(["secret", "link", "token"].filter((field) => field in repeated.json)).toEqual([]);
    expectHeaders(repeated);

    const another = await bodyFor(route, space, "live", 1);
    if (JSON.stringify(another) === JSON.stringify(body)) {
      // A route without fields: nothing and `{}` are the same.
      expect((await send(undefined)).headers.get("idempotent-replayed")).toBe("true");
      return;
    }
    expectProblem(await send(another), 422, "idempotency_mismatch");
    expect(sameAs((await send(body)).json)).toEqual(sameAs(first.json));
  });

  test.each(by(posts))("%s runs once when it is asked several times at once", async (_, route) => {
    const path = await pathFor(route, space, "live");
    const body = await bodyFor(route, space, "live");
    const key = await space.key();
    const send = () => ask(route.method, path, { key, body, headers: { "idempotency-key": "at-once" } });
    const answers = await Promise.all([send(), send(), send(), send()]);
    const done = answers.filter(({ status }) => status === (route.spec.status ?? 200));
    const fresh = done.filter(({ headers }) => headers.get("idempotent-replayed") === null);
    expect(fresh).toHaveLength(1);
    for (const answer of done) expect(sameAs(answer.json)).toEqual(sameAs((fresh[0] as Answer).json));
    for (const answer of answers) if (!done.includes(answer)) expectProblem(answer, 409, "in_progress");
  });
});
