import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "@/bin/operator/operate";
import { runStaffCommand } from "@/bin/staff/commands";
import { db, writeUnaudited } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { type Ask, apiOf, pathWith, type Send } from "@/test/fixtures/api";
import { everyRoute, parametersOf } from "@/test/fixtures/every-route";
import { bodyFor, parametersFor } from "@/test/fixtures/resources";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const PASSWORD = "a long enough password";
const ORIGIN = { origin: "http://localhost" };

let space: TestWorkspace;
let otherWorkspace: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  [space, otherWorkspace] = await Promise.all([makeWorkspace(), makeWorkspace()]);
  ask = apiOf(space);
});
afterAll(closeHub);

const requestAs = (cookie: string, body?: unknown): Ask => ({
  key: null,
  headers: { cookie, ...ORIGIN },
  ...(body !== undefined && { body }),
});

let accounts = 0;
/** Creates a staff account, sets its password by the link and signs in. Returns its address and cookie. */
async function createStaff(): Promise<{ email: string; cookie: string }> {
  const email = `staff-${Date.now()}-${accounts++}@example.com`;
  const token = (await runStaffCommand(["add", email])).split("#")[1] ?? "";
  const set = await ask("POST", "/v1/staff/password", requestAs("", { token, password: PASSWORD }));
  expect([set.status, set.text]).toEqual([204, ""]);
  const repeated = await ask("POST", "/v1/staff/password", requestAs("", { token, password: PASSWORD }));
  expect(repeated.status).toBe(403);
  const signedIn = await ask("POST", "/v1/staff/session", requestAs("", { email, password: PASSWORD }));
  expect(signedIn.status).toBe(204);
  return { email, cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

/** Requests access to a workspace. Returns the ticket's id. */
async function requestTicket(cookie: string, { workspaceId }: TestWorkspace): Promise<string> {
  const body = { workspace_id: workspaceId, reason: "Case 7: a call is missing.", hours: 2 };
  const answer = await ask("POST", "/v1/staff/tickets", requestAs(cookie, body));
  expect([answer.status, answer.json.status]).toEqual([201, "requested"]);
  return String(answer.json.id);
}

const decide = (verb: string, id: string) => ask("POST", `/v1/staff-access/${id}/${verb}`, { role: "owner" });

test("answers 404 to staff without an approved ticket on every route of a workspace", async () => {
  const { cookie } = await createStaff();
  const id = await requestTicket(cookie, space);
  const protectedRoutes = everyRoute.filter(({ spec }) => spec.capability !== null);
  for (const route of protectedRoutes) {
    const values = Object.fromEntries(parametersOf(route).map(({ name }) => [name, "1"]));
    const { status } = await ask(route.method, pathWith(route.path, values), requestAs(cookie));
    expect([route.name, status]).toEqual([route.name, 404]);
  }
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(cookie))).status).toBe(404);
  expect((await decide("refuse", id)).json.status).toBe("refused");
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(cookie))).status).toBe(404);
  expect((await decide("approve", id)).status).toBe(409);
});

test("grants a viewer's read access by an approved ticket until it ends", async () => {
  const { cookie, email } = await createStaff();
  const id = await requestTicket(cookie, space);
  for (const role of ["viewer", "builder", "admin"] as const)
    expect((await ask("POST", `/v1/staff-access/${id}/approve`, { role })).status).toBe(403);
  expect((await decide("approve", id)).json).toMatchObject({ status: "active", staff: email, hours: 2 });
  // Approval alone grants nothing: staff must enter, which is audited.
  expect((await ask("GET", "/v1/agents", requestAs(cookie))).status).toBe(404);
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(cookie))).status).toBe(200);
  for (const path of ["/v1/agents", "/v1/calls", "/v1/contacts", "/v1/calls"])
    expect((await ask("GET", path, requestAs(cookie))).status).toBe(200);

  // Secrets, files and changes are forbidden.
  for (const path of ["/v1/keys", "/v1/audit", "/v1/encryption", "/v1/staff-access", "/v1/sessions"])
    expect([path, (await ask("GET", path, requestAs(cookie))).status]).toEqual([path, 403]);
  const fileRoutes = everyRoute.filter(({ spec }) => spec.file !== undefined);
  expect(fileRoutes.length).toBeGreaterThan(0);
  for (const route of fileRoutes) {
    const path = pathWith(route.path, await parametersFor(route, space, "live"));
    expect([path, (await ask(route.method, path, requestAs(cookie))).status]).toEqual([path, 403]);
  }
  const writeRoutes = everyRoute.filter(({ method, spec }) => method !== "GET" && spec.capability !== null);
  for (const route of writeRoutes) {
    const values = Object.fromEntries(parametersOf(route).map(({ name }) => [name, "1"]));
    const { status } = await ask(route.method, pathWith(route.path, values), requestAs(cookie));
    expect([route.name, status]).toEqual([route.name, 403]);
  }

  // Members see who has access. Another workspace is not found.
  const active = await ask("GET", "/v1/staff-access/active", { role: "viewer" });
  expect(active.json.data).toMatchObject([{ id, staff: email }]);
  const otherParameters = await parametersFor(
    everyRoute.find(({ name }) => name === "GET /v1/agents/:id") as (typeof everyRoute)[number],
    otherWorkspace,
    "live",
  );
  expect((await ask("GET", `/v1/agents/${otherParameters.id}`, requestAs(cookie))).status).toBe(404);

  expect((await decide("end", id)).json.status).toBe("ended");
  await expect
    .poll(async () => (await ask("GET", "/v1/agents", requestAs(cookie))).status, {
      timeout: 20_000,
      interval: 100,
    })
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
  const ownEvents = events.slice(events.findLastIndex(({ action }) => action === "staff_access.asked"));
  expect(ownEvents.map(({ actor_type, action }) => `${actor_type} ${action}`)).toEqual(
    [
      "staff staff_access.asked",
      "member staff_access.approved",
      "staff staff_access.entered",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "staff staff_access.viewed",
      "member staff_access.ended",
    ].map((line) => line.replace("member", ownEvents[1]?.actor_type ?? "member")),
  );
  expect(
    ownEvents.filter(({ action }) => action === "staff_access.viewed").map(({ target }) => target),
  ).toEqual(expect.arrayContaining(["/v1/agents", "/v1/calls", "/v1/contacts"]));
});

test("ends access after its hours, and ends the sessions of a disabled account", async () => {
  const { cookie, email } = await createStaff();
  const id = await requestTicket(cookie, space);
  await decide("approve", id);
  await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(cookie));
  expect((await ask("GET", "/v1/agents", requestAs(cookie))).status).toBe(200);
  await writeUnaudited(space.ctx(), {
    run: [
      db
        .updateTable("staff_tickets")
        .set({ expires_at: space.ctx().now() })
        .where("workspace_id", "=", space.workspaceId)
        .where("id", "=", id),
    ],
  });
  const status = async () => (await ask("GET", "/v1/agents", requestAs(cookie))).status;
  await expect.poll(status, { timeout: 20_000, interval: 100 }).toBe(404);
  await runStaffCommand(["remove", email]);
  await expect.poll(status, { timeout: 20_000, interval: 100 }).toBe(401);
  const refused = await ask("POST", "/v1/staff/session", requestAs("", { email, password: PASSWORD }));
  const unknown = await ask(
    "POST",
    "/v1/staff/session",
    requestAs("", { email: "nobody@example.com", password: PASSWORD }),
  );
  expect([refused.status, refused.json.detail]).toEqual([403, unknown.json.detail]);
});

test("hides other staff's tickets and rejects requests from another site", async () => {
  const [firstStaff, secondStaff] = [await createStaff(), await createStaff()];
  const id = await requestTicket(firstStaff.cookie, space);
  await decide("approve", id);
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(secondStaff.cookie))).status).toBe(
    404,
  );
  expect((await ask("GET", "/v1/staff/tickets", requestAs(secondStaff.cookie))).json.data).toEqual([]);
  const foreign = { key: null, headers: { cookie: firstStaff.cookie, origin: "https://evil.example.com" } };
  expect((await ask("POST", `/v1/staff/tickets/${id}/enter`, foreign)).status).toBe(403);
  await expect(runStaffCommand(["add", "nobody"])).rejects.toBeInstanceOf(UsageError);
});

test("closes a live call stream when the access ends", async () => {
  const { cookie } = await createStaff();
  const id = await requestTicket(cookie, space);
  await decide("approve", id);
  await ask("POST", `/v1/staff/tickets/${id}/enter`, requestAs(cookie));
  const start = everyRoute.find(({ name }) => name === "POST /v1/calls") as (typeof everyRoute)[number];
  const call = await ask("POST", "/v1/calls", { body: await bodyFor(start, space, "live") });
  const path = `/v1/calls/${call.json.id}/events`;
  let isOver = false;
  const eventStream = ask("GET", path, requestAs(cookie)).finally(() => {
    isOver = true;
  });
  const listViews = () =>
    space.ctx().db.all(db.selectFrom("audit_events").select("action").where("target", "=", path));
  await expect.poll(listViews, { timeout: 10_000 }).toEqual([{ action: "staff_access.viewed" }]);
  expect(isOver).toBe(false);
  await decide("end", id);
  await expect.poll(() => isOver, { timeout: 10_000 }).toBe(true);
  expect((await eventStream).text).not.toContain("call.ended");
});

test("does not block other staff's links after failed attempts with wrong links", async () => {
  for (let tries = 0; tries < 12; tries++) {
    const guess = { token: "A".repeat(43), password: PASSWORD };
    expect((await ask("POST", "/v1/staff/password", requestAs("", guess))).status).toBe(403);
  }
  await createStaff();
});
