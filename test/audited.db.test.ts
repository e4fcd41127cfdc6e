import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Ask, apiOf, type Send } from "./fixtures/api";
import { type ApiRoute, everyRoute } from "./fixtures/every-route";
import { bodyFor, pathFor } from "./fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "./fixtures/workspace";

/** Routes that change no configuration and export no records: parts of a conversation, or trial runs. */
const UNLOGGED: readonly string[] = [
  "POST /v1/calls",
  "POST /v1/calls/:id/messages",
  "POST /v1/calls/:id/end",
  "PATCH /v1/calls/:id",
  "POST /v1/campaigns/:id/preflight",
  "POST /v1/contacts/imports/preview",
  "POST /v1/tools/:id/dry-run",
  "GET /v1/suites/:id/runs/:run/junit",
  "GET /v1/voices/sample",
];

/** Requests that must come first at the same path, so that there is a state to change. */
const BEFORE: Readonly<Record<string, string>> = {
  "DELETE /v1/calls/:id/legal-hold": "PUT /v1/calls/:id/legal-hold",
  "DELETE /v1/contacts/:contact/legal-hold": "PUT /v1/contacts/:contact/legal-hold",
  "DELETE /v1/contacts/:contact/suppression": "PUT /v1/contacts/:contact/suppression",
};

/** Routes whose resource is already in the target state, or that would end the sweep; their module's tests check the entry. */
const IN_THEIR_ROOMS: readonly string[] = [
  "POST /v1/agents/:id/deploy",
  "POST /v1/campaigns/:id/launch",
  "POST /v1/campaigns/:id/resume",
  "DELETE /v1/campaigns/:id/contacts/:contact",
  // It blocks all later requests.
  "DELETE /v1/workspace",
];

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});
afterAll(closeHub);

const actionsOf = async (requestId: string | null): Promise<string[]> => {
  const rows = await space.ctx().db.all(
    db
      .selectFrom("audit_events")
      .select("action")
      .where("workspace_id", "=", space.workspaceId)
      .where("request_id", "=", requestId ?? ""),
  );
  return rows.map(({ action }) => action);
};

/** Routes for users are tested in their modules, as each needs a separate user. */
const logged = everyRoute.filter(
  ({ name, method, spec }) =>
    spec.capability !== null &&
    spec.person !== true &&
    (method !== "GET" || spec.file !== undefined) &&
    !IN_THEIR_ROOMS.includes(name),
);
const by = (routes: readonly ApiRoute[]) => routes.map((route) => [route.name, route] as const);

/** Another owner, as a key can only be taken over from another member. */
const anotherOwner = async (): Promise<Ask> => ({
  key: null,
  headers: {
    cookie: await space.cookie((await space.member("owner")).userId),
    origin: "http://localhost",
  },
});

test.each(by(logged))("%s leaves an entry in the audit log, or changes nothing", async (name, route) => {
  const [path, body] = [await pathFor(route, space, "live"), await bodyFor(route, space, "live")];
  const before = everyRoute.find((candidate) => candidate.name === BEFORE[name]);
  if (before !== undefined) {
    const prepared = await ask(before.method, path, { body: await bodyFor(before, space, "live") });
    expect([prepared.status, prepared.json]).toEqual([before.spec.status ?? 200, prepared.json]);
  }
  const sender = name === "POST /v1/keys/:id/take-over" ? await anotherOwner() : {};
  const answer = await ask(route.method, path, { ...sender, body });
  expect([answer.status, answer.json]).toEqual([route.spec.status ?? 200, answer.json]);
  const actions = await actionsOf(answer.headers.get("x-request-id"));
  if (UNLOGGED.includes(name)) expect(actions).toEqual([]);
  else expect(actions).not.toEqual([]);
});

test("what is known to leave none is there", () => {
  const names = everyRoute.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([...UNLOGGED, ...IN_THEIR_ROOMS, ...Object.entries(BEFORE).flat()]),
  );
});
