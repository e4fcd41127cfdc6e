import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { closeHub } from "@/lib/platform/live";
import { type Answer, apiOf, pathWith, type Send } from "./fixtures/api";
import { type ApiRoute, everyRoute, parametersOf } from "./fixtures/every-route";
import { bodyFor, pathFor, RESOURCES } from "./fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});
afterAll(closeHub);

const STALE = '"5a0c1f8e-0000-4000-8000-000000000000"';
const guarded = everyRoute.filter(({ spec }) => spec.ifMatch === true);
const tagged = everyRoute.filter(({ method, spec }) => method === "GET" && spec.etag !== undefined);
const by = (routes: readonly ApiRoute[]) => routes.map((route) => [route.name, route] as const);

/** The path of the resource that a request changes: the longest with an entity tag, without the verb or the part behind it. */
function resourceOf(route: ApiRoute, path: string): string {
  const resource = tagged
    .filter(({ path: pattern }) => pattern === route.path || route.path.startsWith(`${pattern}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (resource === undefined)
    throw new Error(`${route.name} evaluates If-Match without an entity tag to read.`);
  return path.split("/").slice(0, resource.path.split("/").length).join("/");
}

const tagOf = ({ headers }: Answer): string => headers.get("etag") ?? "none";
const readTag = async (path: string): Promise<string> => tagOf(await ask("GET", path));

function expectStale(answer: Answer): void {
  expect([answer.status, answer.json.code, tagOf(answer)]).toEqual([412, "precondition_failed", "none"]);
  expect(answer.json.detail).toMatch(
    /^The [a-z -]+ (?:was changed meanwhile\. Read it|were changed meanwhile\. Read them) again, then repeat your change\.$/,
  );
}

test("each change of a resource with an entity tag evaluates If-Match, also deploy, launch and the like", () => {
  const paths = tagged.map(({ path }) => path);
  const changes = everyRoute.filter(({ method, path }) => method !== "GET" && paths.includes(path));
  expect(changes.filter(({ spec }) => spec.ifMatch !== true).map(({ name }) => name)).toEqual([]);
  expect(guarded.filter((route) => !changes.includes(route)).map(({ name }) => name)).toEqual([
    "POST /v1/agents/:id/deploy",
    "POST /v1/agents/:id/traffic-split/promote",
    "POST /v1/campaigns/:id/cancel",
    "POST /v1/campaigns/:id/launch",
    "POST /v1/campaigns/:id/pause",
    "POST /v1/campaigns/:id/resume",
    "PUT /v1/contacts/:contact/legal-hold",
    "DELETE /v1/contacts/:contact/legal-hold",
    "POST /v1/webhooks/:id/rotate",
  ]);
});

describe("If-Match", () => {
  test.each(by(guarded))("%s changes nothing for another tag or a weak one", async (_, route) => {
    const path = await pathFor(route, space, "live");
    const resource = resourceOf(route, path);
    const body = await bodyFor(route, space, "live");
    const current = await readTag(resource);
    for (const tags of [STALE, `W/${current}`, `${STALE}, W/${current}`])
      expectStale(await ask(route.method, path, { body, headers: { "if-match": tags } }));
    expect(await readTag(resource)).toBe(current);
  });

  test.each(by(guarded))("%s says what is malformed", async (_, route) => {
    const path = await pathFor(route, space, "live");
    const body = await bodyFor(route, space, "live");
    const answer = await ask(route.method, path, { body, headers: { "if-match": "unquoted" } });
    expect([answer.status, answer.json.details]).toEqual([
      400,
      [
        {
          in: "header",
          pointer: "/If-Match",
          code: "invalid_format",
          reason: "if_match_invalid",
          message: expect.any(String),
        },
      ],
    ]);
  });

  // Deleting the workspace needs its name, and ends these tests' keys.
  test.each(by(guarded.filter(({ name }) => name !== "DELETE /v1/workspace")))(
    "%s takes the current tag in a list, and any with *",
    async (_, route) => {
      for (const any of [false, true]) {
        const path = await pathFor(route, space, "live");
        const body = await bodyFor(route, space, "live");
        const tags = any ? "*" : `${STALE},, ${await readTag(resourceOf(route, path))}`;
        const answer = await ask(route.method, path, { body, headers: { "if-match": tags } });
        expect([answer.status, answer.json]).toEqual([route.spec.status ?? 200, answer.json]);
        if (route.spec.etag !== undefined) expect(tagOf(answer)).toBe(`"${answer.json.revision}"`);
      }
    },
  );

  test.each(by(guarded.filter((route) => parametersOf(route).length > 0)))(
    "%s answers 404 where nothing is, also with *",
    async (_, route) => {
      const absent = Object.fromEntries(
        parametersOf(route).map(({ name, prefix }) => [name, prefix === null ? "" : newId(prefix)]),
      );
      const body = await bodyFor(route, space, "live");
      for (const tags of ["*", STALE]) {
        const headers = { "if-match": tags };
        const answer = await ask(route.method, pathWith(route.path, absent), { body, headers });
        expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
      }
    },
  );

  test.each(by(guarded.filter(({ method }) => method === "PATCH")))(
    "%s: of two editors with the same tag, one saves and the other learns of it",
    async (_, route) => {
      const path = await pathFor(route, space, "live");
      const [before, first, second] = [
        await readTag(path),
        await bodyFor(route, space, "live", 1),
        await bodyFor(route, space, "live", 2),
      ];
      const answers = await Promise.all(
        [first, second].map((body) => ask("PATCH", path, { body, headers: { "if-match": before } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      for (const answer of answers) if (answer.status === 412) expectStale(answer);
      const saved = answers.find(({ status }) => status === 200) as Answer;
      expect(tagOf(saved)).not.toBe(before);
      expect((await ask("GET", path)).json).toEqual(saved.json);
      // The other editor reads again and repeats the change.
      const repeated = await ask("PATCH", path, {
        body: answers[0] === saved ? second : first,
        headers: { "if-match": await readTag(path) },
      });
      expect(repeated.status).toBe(200);
    },
  );

  test("a draft that was changed after it was reviewed is not deployed", async () => {
    const path = `/v1/agents/${await RESOURCES.agt?.(space, "live")}`;
    const reviewed = await readTag(path);
    const changed = await ask("PATCH", path, { body: { prompt: "You cancel tables." } });
    const headers = { "if-match": reviewed, "idempotency-key": "deploy" };
    const key = await space.key();
    expectStale(await ask("POST", `${path}/deploy`, { key, headers }));
    expect((await ask("GET", path)).json).toMatchObject({ live_version: 1 });
    // The refusal is not stored: the same key deploys what was read again, once.
    const currentRequest = { key, headers: { ...headers, "if-match": tagOf(changed) } };
    const deployed = await ask("POST", `${path}/deploy`, currentRequest);
    expect([deployed.status, deployed.json.live_version]).toEqual([200, 2]);
    expect(tagOf(deployed)).not.toBe(tagOf(changed));
    const repeated = await ask("POST", `${path}/deploy`, currentRequest);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(tagOf(repeated)).toBe(tagOf(deployed));
  });
});

describe("an entity tag", () => {
  test("changes with every change of the resource, and not with a request without effect", async () => {
    const path = `/v1/contacts/${await RESOURCES.ctc?.(space, "live")}`;
    const tags = [await readTag(path)];
    for (const body of [
      { name: "Norman" },
      { attributes: { plan: "silver" } },
      { name: "Norma" },
      { name: "Norman" },
    ])
      tags.push(tagOf(await ask("PATCH", path, { body })));
    tags.push(tagOf(await ask("PUT", `${path}/legal-hold`, { body: { reason: "Case 1." } })));
    expect(new Set(tags).size).toBe(6);
    const last = tags.at(-1);
    expect(tagOf(await ask("PATCH", path, { body: { name: "Norman" } }))).toBe(last);
    expect(
      (await ask("PUT", `${path}/suppression`, { body: { channels: ["call"], reason: "Asked." } })).status,
    ).toBe(200);
    expect(await readTag(path)).toBe(last);
  });

  test("says nothing about a contact: the same person has another one in each workspace", async () => {
    const otherWorkspace = apiOf(await makeWorkspace());
    const body = { phone: "+12125550147", name: "Nora Nobody" };
    const answers = await Promise.all(
      [ask, otherWorkspace].map((send) => send("POST", "/v1/contacts", { body })),
    );
    expect(new Set(answers.map(tagOf)).size).toBe(2);
    for (const answer of answers)
      expect(tagOf(answer)).toMatch(/^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$/);
  });

  test("of a campaign stays while its contacts and its pacing change", async () => {
    const id = String(await RESOURCES.cmp?.(space, "live"));
    const path = `/v1/campaigns/${id}`;
    const before = await readTag(path);
    await ask("POST", `${path}/contacts`, { body: { contacts: ["+12125550148"] } });
    const pacing = { carrier_failures: 1, last_slot_at: space.ctx().now(), updated_at: space.ctx().now() };
    await writeUnaudited(space.ctx(), {
      run: [
        db
          .updateTable("campaigns")
          .set(pacing)
          .where("workspace_id", "=", space.workspaceId)
          .where("id", "=", id),
      ],
    });
    const after = await ask("GET", path);
    expect([tagOf(after), (after.json.counts as { total: number }).total]).toEqual([before, 2]);
    expect(tagOf(await ask("POST", `${path}/cancel`))).not.toBe(before);
  });

  test("of a webhook stays while deliveries lease it and note its health", async () => {
    const id = String(await RESOURCES.whk?.(space, "live"));
    const before = await readTag(`/v1/webhooks/${id}`);
    const health = { lease_owner: "worker", failures: 3, failing_since: space.ctx().now() };
    const endpoint = db.updateTable("webhook_endpoints").where("workspace_id", "=", space.workspaceId);
    await writeUnaudited(space.ctx(), { run: [endpoint.set(health).where("id", "=", id)] });
    expect(await readTag(`/v1/webhooks/${id}`)).toBe(before);
    const disabled = { enabled: false, disabled_reason: "failing" };
    await writeUnaudited(space.ctx(), { run: [endpoint.set(disabled).where("id", "=", id)] });
    expect(await readTag(`/v1/webhooks/${id}`)).not.toBe(before);
  });
});
