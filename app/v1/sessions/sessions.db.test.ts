import { expect, test } from "vitest";
import { newMember } from "@/lib/identity/auth";
import type { Role } from "@/lib/platform/context";
import { formatScope, SCOPE_HEADER } from "@/lib/platform/context/scope";
import { db, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { handle, requestFor } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

/** A browser with this cookie, on the product's own page. */
function browser(cookie: string) {
  return async (method: string, path: string, body?: unknown) => {
    const headers = { cookie, origin: "http://localhost", host: "localhost" };
    const response = await handle(requestFor(method, path, { headers, body }));
    const text = await response.text();
    return { status: response.status, json: text === "" ? null : JSON.parse(text) };
  };
}

const sessionEvents = (w: TestWorkspace) =>
  w
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["action", "target", "actor_id", "after"])
        .where("workspace_id", "=", w.workspaceId)
        .where("action", "like", "session.%")
        .orderBy("seq"),
    );

test("lists a user's own sessions with the current one marked, and no other user's", async () => {
  const w = await makeWorkspace();
  const viewer = await w.member("viewer");
  const [here, there] = [browser(await w.cookie()), browser(await w.cookie())];
  await browser(await w.cookie(viewer.userId))("GET", "/v1/sessions");
  const { json } = await here("GET", "/v1/sessions");
  expect(json.data).toHaveLength(2);
  expect(json.data.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
  expect(json.data[0]).toEqual({
    id: expect.stringMatching(/^ses_/),
    address: "203.0.113.7",
    user_agent: "a test",
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
    expires_at: expect.any(String),
    current: expect.any(Boolean),
  });
  const ownSession = (await there("GET", "/v1/sessions")).json.data.find(
    ({ current }: { current: boolean }) => current,
  );
  expect(json.data.find(({ id }: { id: string }) => id === ownSession.id).current).toBe(false);
});

test("one is ended at once, another person's is not found, and the audit log says so", async () => {
  const w = await makeWorkspace();
  const otherOwner = await w.member("owner");
  const [here, there] = [browser(await w.cookie()), browser(await w.cookie())];
  const otherBrowser = browser(await w.cookie(otherOwner.userId));
  const idOf = async (viewAs: typeof here) =>
    (await viewAs("GET", "/v1/sessions")).json.data.find(({ current }: { current: boolean }) => current).id;
  const [id, foreign] = [await idOf(there), await idOf(otherBrowser)];
  expect((await here("DELETE", `/v1/sessions/${id}`)).status).toBe(204);
  expect((await there("GET", "/v1/sessions")).status).toBe(401);
  for (const absent of [id, foreign, newId("ses"), "nonsense"])
    expect((await here("DELETE", `/v1/sessions/${absent}`)).status).toBe(404);
  expect((await otherBrowser("GET", "/v1/sessions")).status).toBe(200);
  expect(await sessionEvents(w)).toEqual([
    { action: "session.ended", target: id, actor_id: w.ownerId, after: null },
  ]);
});

test("signing out everywhere ends this session too, and no other person's", async () => {
  const w = await makeWorkspace();
  const viewer = await w.member("viewer");
  const [here, there, theirs] = [
    browser(await w.cookie()),
    browser(await w.cookie()),
    browser(await w.cookie(viewer.userId)),
  ];
  expect((await here("DELETE", "/v1/sessions")).status).toBe(204);
  expect((await here("GET", "/v1/sessions")).status).toBe(401);
  expect((await there("GET", "/v1/sessions")).status).toBe(401);
  expect((await theirs("GET", "/v1/sessions")).status).toBe(200);
  expect(await sessionEvents(w)).toEqual([
    { action: "session.all_ended", target: w.ownerId, actor_id: w.ownerId, after: { sessions: 2 } },
  ]);
});

/** Gives the workspace's owner a membership in another workspace. */
async function addOwnerTo(second: TestWorkspace, w: TestWorkspace, role: Role): Promise<void> {
  const membership = newMember(
    { workspaceId: second.workspaceId, userId: w.ownerUserId, role },
    new Date().toISOString(),
  );
  await writeUnaudited({ workspaceId: second.workspaceId }, { run: [membership.insert] });
}

/** A tab of the browser with this cookie, which shows this workspace and environment. */
function tab(cookie: string, workspaceId: string, environment: "live" | "test" = "live") {
  return async (method: string, path: string, body?: unknown) => {
    const scope = formatScope({ workspaceId, environment });
    const headers = { cookie, origin: "http://localhost", host: "localhost", [SCOPE_HEADER]: scope };
    const response = await handle(requestFor(method, path, { headers, body }));
    const text = await response.text();
    return { status: response.status, json: text === "" ? null : JSON.parse(text) };
  };
}

test("two tabs of one session read and write only the workspace and environment that each shows", async () => {
  const [first, second] = [await makeWorkspace(), await makeWorkspace()];
  await addOwnerTo(second, first, "builder");
  const cookie = await first.cookie();
  const [here, hereTest, there] = [
    tab(cookie, first.workspaceId),
    tab(cookie, first.workspaceId, "test"),
    tab(cookie, second.workspaceId),
  ];
  const agent = { type: "messaging", prompt: "You take messages." };
  const names = async (view: typeof here) =>
    (await view("GET", "/v1/agents")).json.data.map(({ name }: { name: string }) => name);
  // In turn and at once, as people do with two tabs.
  await here("POST", "/v1/agents", { ...agent, name: "First 1" });
  await Promise.all([
    there("POST", "/v1/agents", { ...agent, name: "Second 1" }),
    here("POST", "/v1/agents", { ...agent, name: "First 2" }),
    there("POST", "/v1/agents", { ...agent, name: "Second 2" }),
  ]);
  expect((await names(here)).sort()).toEqual(["First 1", "First 2"]);
  expect((await names(there)).sort()).toEqual(["Second 1", "Second 2"]);
  // The role is that of the tab's workspace: an owner here is a builder there.
  expect((await here("GET", "/v1/keys")).status).toBe(200);
  expect((await there("GET", "/v1/keys")).status).toBe(403);
  const [{ id } = { id: "" }] = (await here("GET", "/v1/agents")).json.data;
  const { json: call } = await hereTest("POST", "/v1/calls", { agent_id: id, channel: "chat", draft: true });
  expect((await hereTest("GET", `/v1/calls/${call.id}`)).json.environment).toBe("test");
  expect((await there("GET", `/v1/calls/${call.id}`)).status).toBe(404);
  expect((await here("GET", "/v1/calls")).json.data).toEqual([]);
});

test("a scope that the session does not open is not found, whether it exists or not", async () => {
  const [w, foreign] = [await makeWorkspace(), await makeWorkspace()];
  const cookie = await w.cookie();
  const [absent, unopened] = await Promise.all(
    [newId("ws"), foreign.workspaceId].map((workspaceId) => tab(cookie, workspaceId)("GET", "/v1/agents")),
  );
  expect(absent?.status).toBe(404);
  const { request_id: _, ...problem } = absent?.json ?? {};
  expect(unopened).toMatchObject({ status: 404, json: problem });
});

test("a request of a session without a scope, or with a malformed one, is refused", async () => {
  const w = await makeWorkspace();
  const cookie = await w.cookie();
  const send = async (path: string, more: Record<string, string>) => {
    const headers = { cookie, origin: "http://localhost", host: "localhost", ...more };
    const response = await handle(requestFor("GET", path, { headers }));
    return [response.status, (await response.json()).details?.[0]?.code];
  };
  expect(await send("/v1/agents", { [SCOPE_HEADER]: "anything" })).toEqual([400, "invalid"]);
  const scope = encodeURIComponent(formatScope({ workspaceId: w.workspaceId, environment: "live" }));
  const withoutHeader = (path: string) =>
    handle(requestFor("GET", path, { headers: { cookie: `${cookie}; a=b`, host: "localhost" } }));
  expect((await withoutHeader("/v1/agents")).status).toBe(400);
  expect((await withoutHeader(`/v1/agents?scope=${scope}`)).status).toBe(200);
  expect((await withoutHeader("/v1/agents?scope=x")).status).toBe(400);
});

test("a key's request has no scope parameter", async () => {
  const w = await makeWorkspace();
  const key = await w.key();
  const scope = encodeURIComponent(formatScope({ workspaceId: w.workspaceId, environment: "live" }));
  expect((await handle(requestFor("GET", `/v1/agents?scope=${scope}`, { key }))).status).toBe(400);
  expect((await handle(requestFor("GET", "/v1/agents", { key }))).status).toBe(200);
});
