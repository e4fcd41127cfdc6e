import { expect, test } from "vitest";
import { newMember } from "@/lib/identity/auth";
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

test("a switch moves the session, and this one alone, to the other environment's calls and back", async () => {
  const w = await makeWorkspace();
  const [here, there] = [browser(await w.cookie()), browser(await w.cookie())];
  const scope = { environment: "test", workspace_id: w.workspaceId };
  expect(await here("PATCH", "/v1/session", { environment: "test" })).toEqual({ status: 200, json: scope });
  expect((await here("PATCH", "/v1/session", {})).json).toEqual(scope);
  expect((await there("PATCH", "/v1/session", {})).json.environment).toBe("live");
  expect((await here("PATCH", "/v1/session", { environment: "live" })).json.environment).toBe("live");
  expect((await here("PATCH", "/v1/session", { environment: "staging" })).status).toBe(400);
});

test("a switch leads to a workspace of the person's, with their role there, and to no other", async () => {
  const [w, second, foreign] = [await makeWorkspace(), await makeWorkspace(), await makeWorkspace()];
  const membership = newMember(
    { workspaceId: second.workspaceId, userId: w.ownerUserId, role: "viewer" },
    new Date().toISOString(),
  );
  await writeUnaudited({ workspaceId: second.workspaceId }, { run: [membership.insert] });
  const thisBrowser = browser(await w.cookie());
  for (const workspace_id of [foreign.workspaceId, newId("ws")]) {
    const { status, json } = await thisBrowser("PATCH", "/v1/session", { workspace_id });
    expect([status, json.details[0].code]).toEqual([400, "not_a_member"]);
  }
  expect((await thisBrowser("GET", "/v1/keys")).status).toBe(200);
  expect((await thisBrowser("PATCH", "/v1/session", { workspace_id: second.workspaceId })).status).toBe(200);
  expect((await thisBrowser("GET", "/v1/keys")).status).toBe(403);
});
