import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "@/bin/operator/operate";
import { runStaffCommand } from "@/bin/staff/commands";
import { db, record } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Ask, apiOf, everyRoute, parametersOf, pathWith, type Send } from "@/test/fixtures/api";
import { bodyFor, parametersFor } from "@/test/fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const PASSWORD = "a long enough password";
const ORIGIN = { origin: "http://localhost" };

let space: TestWorkspace;
let other: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  [space, other] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  ask = apiOf(space);
});
afterAll(closeHub);

const as = (cookie: string, body?: unknown): Ask => ({
  key: null,
  headers: { cookie, ...ORIGIN },
  ...(body !== undefined && { body }),
});

let accounts = 0;
/** An account as the operator makes it, whose link was used, and that has signed in: its address and cookie. */
async function staff(): Promise<{ email: string; cookie: string }> {
  const email = `staff-${Date.now()}-${accounts++}@example.com`;
  const token = (await runStaffCommand(["add", email])).split("#")[1] ?? "";
  const set = await ask("POST", "/v1/staff/password", as("", { token, password: PASSWORD }));
  expect([set.status, set.text]).toEqual([204, ""]);
  const again = await ask("POST", "/v1/staff/password", as("", { token, password: PASSWORD }));
  expect(again.status).toBe(403);
  const signedIn = await ask("POST", "/v1/staff/session", as("", { email, password: PASSWORD }));
  expect(signedIn.status).toBe(204);
  return { email, cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

/** Asks to look at a workspace; answers the ticket's id. */
async function asked(cookie: string, { workspaceId }: TestWorkspace): Promise<string> {
  const body = { workspace_id: workspaceId, reason: "Case 7: a call is missing.", hours: 2 };
  const answer = await ask("POST", "/v1/staff/tickets", as(cookie, body));
  expect([answer.status, answer.json.status]).toEqual([201, "asked"]);
  return String(answer.json.id);
}

const decide = (verb: string, id: string) => ask("POST", `/v1/staff-access/${id}/${verb}`, { role: "owner" });

test("staff without an approved ticket get 404 for everything of a workspace", async () => {
  const { cookie } = await staff();
  const id = await asked(cookie, space);
  const closed = everyRoute.filter(({ spec }) => spec.can !== null);
  for (const route of closed) {
    const values = Object.fromEntries(parametersOf(route).map(({ name }) => [name, "1"]));
    const { status } = await ask(route.method, pathWith(route.path, values), as(cookie));
    expect([route.name, status]).toEqual([route.name, 404]);
  }
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, as(cookie))).status).toBe(404);
  expect((await decide("refuse", id)).json.status).toBe("refused");
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, as(cookie))).status).toBe(404);
  expect((await decide("approve", id)).status).toBe(409);
});

test("an approved ticket lets read what a viewer reads, and nothing else, until it is ended", async () => {
  const { cookie, email } = await staff();
  const id = await asked(cookie, space);
  for (const role of ["viewer", "builder", "admin"] as const)
    expect((await ask("POST", `/v1/staff-access/${id}/approve`, { role })).status).toBe(403);
  expect((await decide("approve", id)).json).toMatchObject({ status: "active", staff: email, hours: 2 });
  // Approved alone opens nothing: they go there, and that is written down.
  expect((await ask("GET", "/v1/agents", as(cookie))).status).toBe(404);
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, as(cookie))).status).toBe(200);
  for (const path of ["/v1/agents", "/v1/calls", "/v1/contacts", "/v1/calls"])
    expect((await ask("GET", path, as(cookie))).status).toBe(200);

  // No secret, no file, no change, whatever it is.
  for (const path of ["/v1/keys", "/v1/audit", "/v1/encryption", "/v1/staff-access", "/v1/sessions"])
    expect([path, (await ask("GET", path, as(cookie))).status]).toEqual([path, 403]);
  const recording = everyRoute.filter(({ spec }) => spec.file !== undefined);
  expect(recording.length).toBeGreaterThan(0);
  for (const route of recording) {
    const path = pathWith(route.path, await parametersFor(route, space, "live"));
    expect([path, (await ask(route.method, path, as(cookie))).status]).toEqual([path, 403]);
  }
  const changing = everyRoute.filter(({ method, spec }) => method !== "GET" && spec.can !== null);
  for (const route of changing) {
    const values = Object.fromEntries(parametersOf(route).map(({ name }) => [name, "1"]));
    const { status } = await ask(route.method, pathWith(route.path, values), as(cookie));
    expect([route.name, status]).toEqual([route.name, 403]);
  }

  // Members see who looks; another workspace is not there.
  const active = await ask("GET", "/v1/staff-access/active", { role: "viewer" });
  expect(active.json.data).toMatchObject([{ id, staff: email }]);
  const theirs = await parametersFor(
    everyRoute.find(({ name }) => name === "GET /v1/agents/:id") as (typeof everyRoute)[number],
    other,
    "live",
  );
  expect((await ask("GET", `/v1/agents/${theirs.id}`, as(cookie))).status).toBe(404);

  expect((await decide("end", id)).json.status).toBe("ended");
  await expect
    .poll(async () => (await ask("GET", "/v1/agents", as(cookie))).status, { timeout: 2_000, interval: 100 })
    .toBe(404);
  expect((await decide("end", id)).json.status).toBe("ended");

  const events = await space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["actor_type", "action", "target"])
        .where("workspace_id", "=", space.workspaceId)
        .where("action", "like", "staff_access.%")
        .orderBy("seq"),
    );
  const own = events.slice(events.findLastIndex(({ action }) => action === "staff_access.asked"));
  expect(own.map(({ actor_type, action }) => `${actor_type} ${action}`)).toEqual(
    [
      "staff staff_access.asked",
      "member staff_access.approved",
      "staff staff_access.entered",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "member staff_access.ended",
    ].map((line) => line.replace("member", own[1]?.actor_type ?? "member")),
  );
  expect(own.filter(({ action }) => action === "staff_access.viewed").map(({ target }) => target)).toEqual(
    expect.arrayContaining(["/v1/agents", "/v1/calls", "/v1/contacts"]),
  );
});

test("an access is over when its hours are, and a shut account has no session", async () => {
  const { cookie, email } = await staff();
  const id = await asked(cookie, space);
  await decide("approve", id);
  await ask("POST", `/v1/staff/tickets/${id}/enter`, as(cookie));
  expect((await ask("GET", "/v1/agents", as(cookie))).status).toBe(200);
  await record(space.ctx(), {
    run: [
      db
        .updateTable("staff_tickets")
        .set({ expires_at: space.ctx().now() })
        .where("workspace_id", "=", space.workspaceId)
        .where("id", "=", id),
    ],
  });
  const status = async () => (await ask("GET", "/v1/agents", as(cookie))).status;
  await expect.poll(status, { timeout: 2_000, interval: 100 }).toBe(404);
  await runStaffCommand(["remove", email]);
  await expect.poll(status, { timeout: 2_000, interval: 100 }).toBe(401);
  const refused = await ask("POST", "/v1/staff/session", as("", { email, password: PASSWORD }));
  const unknown = await ask(
    "POST",
    "/v1/staff/session",
    as("", { email: "nobody@example.com", password: PASSWORD }),
  );
  expect([refused.status, refused.json.detail]).toEqual([403, unknown.json.detail]);
});

test("staff see no one else's tickets, and a page of another site does nothing in their name", async () => {
  const [one, two] = [await staff(), await staff()];
  const id = await asked(one.cookie, space);
  await decide("approve", id);
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, as(two.cookie))).status).toBe(404);
  expect((await ask("GET", "/v1/staff/tickets", as(two.cookie))).json.data).toEqual([]);
  const foreign = { key: null, headers: { cookie: one.cookie, origin: "https://evil.example.com" } };
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, foreign)).status).toBe(403);
  await expect(runStaffCommand(["add", "nobody"])).rejects.toBeInstanceOf(UsageError);
});

test("a call that staff follow as it happens is gone with their access", async () => {
  const { cookie } = await staff();
  const id = await asked(cookie, space);
  await decide("approve", id);
  await ask("POST", `/v1/staff/tickets/${id}/enter`, as(cookie));
  const start = everyRoute.find(({ name }) => name === "POST /v1/calls") as (typeof everyRoute)[number];
  const call = await ask("POST", "/v1/calls", { body: await bodyFor(start, space, "live") });
  const path = `/v1/calls/${call.json.id}/events`;
  let isOver = false;
  const followed = ask("GET", path, as(cookie)).finally(() => {
    isOver = true;
  });
  const seen = () =>
    space.ctx().db.all(db.selectFrom("audit_events").select("action").where("target", "=", path));
  await expect.poll(seen, { timeout: 10_000 }).toEqual([{ action: "staff_access.viewed" }]);
  expect(isOver).toBe(false);
  await decide("end", id);
  await expect.poll(() => isOver, { timeout: 10_000 }).toBe(true);
  expect((await followed).text).not.toContain("call.ended");
});

test("whoever tries links keeps nobody else from following theirs", async () => {
  for (let tries = 0; tries < 12; tries++) {
    const guess = { token: "A".repeat(43), password: PASSWORD };
    expect((await ask("POST", "/v1/staff/password", as("", guess))).status).toBe(403);
  }
  await staff();
});
