import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { createContact, deleteContact } from "@/lib/contacts/contacts";
import { CreateContact } from "@/lib/contacts/contacts/schema";
import { explainCall } from "@/lib/data/explanations";
import type { Environment, Role } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { SOURCES } from "./sources";

const SECRET = "4415 2290";
const SECOND_MS = 1_000;
const PATH = "/v1/exports/selection";

let fixture: Awaited<ReturnType<typeof createCallFixture>>;
let callIds: [string, string];
let contactId: string;

const contactOf = async (
  phone: string,
  { environment = "live" as Environment, name = "Nora Nobody", as = fixture.space } = {},
): Promise<string> =>
  (await createContact(as.ctx("owner", environment), CreateContact.parse({ phone, name }))).id;

beforeAll(async () => {
  fixture = await createCallFixture();
  const agentId = await fixture.agent({ variables: VARIABLES });
  const first = (await fixture.startCall(agentId, { metadata: { order: "=1+1" } })).id;
  await fixture.say(first, SECRET);
  await fixture.end(first);
  const second = (await fixture.startCall(agentId)).id;
  callIds = [first, second];
  // The kernel checks sessions by the system's clock.
  fixture.advanceClock((Date.now() - Date.parse(fixture.now())) / SECOND_MS);
  contactId = await contactOf("+12125550161", { name: "=HYPERLINK(0)" });
});

/** Asks as a member in a session, whose cookie names the live environment. */
async function ask(body: unknown, role: Role = "owner") {
  const cookie = await fixture.space.cookie((await fixture.space.member(role)).userId);
  const headers = { cookie, origin: "http://localhost" };
  return apiOf(fixture.space)("POST", PATH, { key: null, headers, body });
}
const cells = (text: string) =>
  parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
const eventsOf = (requestId: string | null) =>
  fixture.space.ctx().db.all(
    db
      .selectFrom("audit_events")
      .select(["action", "target", "after"])
      .where("workspace_id", "=", fixture.space.workspaceId)
      .where("request_id", "=", requestId ?? ""),
  );

describe("an export of selected records", () => {
  test("has the selected calls in their order, with the columns and masks of an export", async () => {
    const [first, second] = callIds;
    const answer = await ask({ resource: "calls", ids: [second, first, second] });
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
      200,
      'attachment; filename="calls.csv"',
    ]);
    const rows = cells(answer.text);
    expect(rows.map(({ id }) => id)).toEqual([second, first]);
    expect(Object.keys(rows[0] ?? {})).toEqual(SOURCES.calls.columns);
    expect(JSON.parse(rows[1]?.variables ?? "")).toMatchObject({ account_number: { masked: true } });
    expect(answer.text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
  });

  test("guards contacts against formulas, numbers included", async () => {
    const { text } = await ask({ resource: "contacts", ids: [contactId] });
    expect(cells(text)).toEqual([
      expect.objectContaining({ id: contactId, phone: "'+12125550161", name: "'=HYPERLINK(0)" }),
    ]);
  });

  test("is one audit event with the records' IDs and without their values", async () => {
    const { headers } = await ask({ resource: "contacts", ids: [contactId, newId("ctc")] });
    const events = await eventsOf(headers.get("x-request-id"));
    const after = { environment: "live", resource: "contacts", format: "csv", rows: 1, ids: [contactId] };
    expect(events).toEqual([{ action: "selection.exported", target: fixture.space.workspaceId, after }]);
  });

  test("is among the audit entries that explain a call", async () => {
    const [first] = callIds;
    await ask({ resource: "calls", ids: [first] });
    const { findings } = await explainCall(fixture.space.ctx(), first);
    const access = findings.find(({ code }) => code === "access_audited");
    expect(access?.audit.map(({ action }) => action)).toContain("selection.exported");
  });

  test("leaves out records of other workspaces and environments, and deleted ones", async () => {
    const otherWorkspace = await makeWorkspace();
    const foreign = await contactOf("+12125550162", { as: otherWorkspace, name: "Foreign" });
    const testing = await contactOf("+12125550163", { environment: "test", name: "Testing" });
    const deleted = await contactOf("+12125550164", { name: "Deleted" });
    await deleteContact(fixture.space.ctx(), deleted);
    const hidden = [foreign, testing, deleted];
    const { text, headers } = await ask({ resource: "contacts", ids: [...hidden, contactId] });
    expect(cells(text).map(({ id }) => id)).toEqual([contactId]);
    expect(text).not.toMatch(/Foreign|Testing|Deleted/);
    expect(await eventsOf(headers.get("x-request-id"))).toMatchObject([{ after: { ids: [contactId] } }]);

    const refused = await ask({ resource: "contacts", ids: hidden });
    expect([refused.status, refused.json.code]).toEqual([404, "not_found"]);
    expect(await eventsOf(refused.headers.get("x-request-id"))).toEqual([]);
  });

  test.each(["viewer", "builder"] as const)("is refused to a %s, and leaves no event", async (role) => {
    const { status, json, headers } = await ask({ resource: "calls", ids: callIds }, role);
    expect([status, json.code]).toEqual([403, "forbidden"]);
    expect(await eventsOf(headers.get("x-request-id"))).toEqual([]);
  });

  test("is not for API keys, which have exports", async () => {
    const { status } = await apiOf(fixture.space)("POST", PATH, {
      body: { resource: "calls", ids: callIds },
    });
    expect(status).toBe(403);
  });

  test.each([
    [0, "Select at least one record."],
    [101, "Select at most 100 records."],
  ])("of %i records is rejected", async (count, message) => {
    const ids = Array.from({ length: count }, () => newId("call"));
    const { status, json } = await ask({ resource: "calls", ids });
    expect([status, json.details]).toEqual([400, [expect.objectContaining({ pointer: "/ids", message })]]);
  });

  test("of 100 records is written", async () => {
    const ids = [...Array.from({ length: 99 }, () => newId("call")), callIds[0]];
    expect((await ask({ resource: "calls", ids })).status).toBe(200);
  });
});
