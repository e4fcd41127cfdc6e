import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { createCallFixture, VARIABLES } from "@/lib/calls/calls/testing/call-fixture";
import { createCampaign } from "@/lib/outreach/campaigns";
import { CreateCampaign } from "@/lib/outreach/campaigns/schema";
import { db } from "@/lib/platform/db";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace } from "@/test/fixtures/workspace";

const SECRET = "4415 2290";

let fixture: Awaited<ReturnType<typeof createCallFixture>>;
let ask: Send;
let callId: string;
let campaignId: string;

beforeAll(async () => {
  fixture = await createCallFixture();
  ask = apiOf(fixture.space);
  const agent = await fixture.agent({ variables: VARIABLES });
  callId = (await fixture.startCall(agent)).id;
  await fixture.say(callId, SECRET);
  await fixture.end(callId);
  const contacts = ["+12125550171", "+12125550172"].map((phone) => ({ phone }));
  const campaign = CreateCampaign.parse({ name: "Spring", agent_id: agent, contacts });
  campaignId = (await createCampaign(fixture.space.ctx(), campaign)).id;
});

const eventsOf = (target: string, action: string) =>
  fixture.space
    .ctx()
    .db.all(
      db
        .selectFrom("audit_events")
        .select(["actor_type", "after"])
        .where("workspace_id", "=", fixture.space.workspaceId)
        .where("target", "=", target)
        .where("action", "=", action)
        .orderBy("seq"),
    );

describe("the file of one call", () => {
  const path = (format: string) => `/v1/calls/${callId}/file?format=${format}`;

  test.each([
    ["json", "json", "application/json"],
    ["text", "txt", "text/plain; charset=utf-8"],
    ["markdown", "md", "text/markdown; charset=utf-8"],
    ["csv", "csv", "text/csv; charset=utf-8; header=present"],
  ])("as %s is masked, and each download is audited", async (format, extension, mediaType) => {
    const before = (await eventsOf(callId, "call.exported")).length;
    const { status, text, headers } = await ask("GET", path(format), { role: "viewer" });
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      mediaType,
      `attachment; filename="${callId}.${extension}"`,
    ]);
    expect(text).toContain("account_number");
    expect(text.replaceAll(/[^0-9]/g, "")).not.toContain("44152290");
    const events = await eventsOf(callId, "call.exported");
    expect(events.slice(before)).toEqual([{ actor_type: "key", after: { environment: "live", format } }]);
  });

  test("is the API's call as JSON", async () => {
    const { json } = await ask("GET", path("json"));
    expect(json).toEqual((await ask("GET", `/v1/calls/${callId}`)).json);
  });

  test("is not found in another environment or workspace, and leaves no event", async () => {
    const before = (await eventsOf(callId, "call.exported")).length;
    expect((await ask("GET", path("json"), { environment: "test" })).status).toBe(404);
    expect((await apiOf(await makeWorkspace())("GET", path("json"))).status).toBe(404);
    expect(await eventsOf(callId, "call.exported")).toHaveLength(before);
  });
});

describe("the results of a campaign", () => {
  const path = () => `/v1/campaigns/${campaignId}/results`;

  test("are a row for each contact, without formulas, and each download is audited", async () => {
    const { status, text } = await ask("GET", path(), { role: "builder" });
    expect(status).toBe(200);
    const rows = parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
    expect(rows.map(({ phone }) => phone).sort()).toEqual(["'+12125550171", "'+12125550172"]);
    expect(rows[0]).toMatchObject({ status: "pending", attempts: "0", reasons: "" });
    expect(await eventsOf(campaignId, "campaign.results_exported")).toEqual([
      { actor_type: "key", after: { environment: "live", format: "csv", rows: 2, complete: true } },
    ]);
  });

  test("are refused to a viewer, and not found elsewhere, without an event", async () => {
    const before = await eventsOf(campaignId, "campaign.results_exported");
    expect((await ask("GET", path(), { role: "viewer" })).status).toBe(403);
    expect((await ask("GET", path(), { environment: "test" })).status).toBe(404);
    expect((await apiOf(await makeWorkspace())("GET", path())).status).toBe(404);
    expect(await eventsOf(campaignId, "campaign.results_exported")).toEqual(before);
  });
});
