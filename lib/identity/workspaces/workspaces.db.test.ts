import { beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { listBuiltins } from "@/lib/agents/tools";
import { db, reader } from "@/lib/platform/db";
import { type Answer, apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

let space: TestWorkspace;
let ask: Send;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
});

const PATH = "/v1/workspace";
const patch = (body: unknown, options: object = {}): Promise<Answer> =>
  ask("PATCH", PATH, { body, ...options });
const read = async () => (await ask("GET", PATH, { role: "viewer" })).json;
const listAuditEvents = () =>
  reader(space.workspaceId).all(
    db
      .selectFrom("audit_events")
      .select(["before", "after"])
      .where("workspace_id", "=", space.workspaceId)
      .where("action", "=", "workspace.updated")
      .orderBy("seq"),
  );

describe("the workspace's settings", () => {
  it("are readable by every role, without the settings that the operator controls", async () => {
    expect(Object.keys(await read()).sort()).toEqual([
      "created_at",
      "defaults",
      "id",
      "name",
      "payment",
      "require_call_encryption",
      "require_zero_retention",
      "revision",
      "timezone",
    ]);
  });

  it("merge, so that changing one keeps the others", async () => {
    const before = await read();
    const ivr = await patch({ payment: { ivr_number: "+12125550123" } });
    expect(ivr.status).toBe(200);
    const { json } = await patch({
      name: "Rehearsal & Sons",
      timezone: "Europe/Berlin",
      defaults: { recording: { retention_days: 0 }, transcript: { enabled: false } },
      payment: { link_url: "https://pay.example.com/shop?key=open-sesame" },
    });
    expect(json).toEqual(await read());
    const { recording, transcript } = before.defaults as Record<string, object>;
    expect(json).toMatchObject({
      name: "Rehearsal & Sons",
      timezone: "Europe/Berlin",
      defaults: {
        recording: { ...recording, retention_days: 0 },
        transcript: { ...transcript, enabled: false },
      },
      payment: { ivr_number: "+12125550123", link_url: "https://pay.example.com/shop?key=open-sesame" },
      require_zero_retention: false,
    });
    expect((await patch({ payment: { ivr_number: null } })).json.payment).toMatchObject({ ivr_number: null });
    expect((await patch({ payment: { link_url: null } })).json.payment).toBeNull();
  });

  it("are audited once per effective change, without texts and links", async () => {
    await patch({ name: "Audited", payment: { link_url: "https://pay.example.com/?key=open-sesame" } });
    const some = await listAuditEvents();
    await patch({ name: "Audited" });
    expect(await listAuditEvents()).toEqual(some);
    expect(some.at(-1)?.after).toMatchObject({
      name: "Audited",
      payment: { ivr_number: null, link_host: "pay.example.com" },
    });
    await patch({ defaults: { recording: { announcement: "This is recorded by Nora." } } });
    const all = JSON.stringify(await listAuditEvents());
    expect(all).not.toContain("open-sesame");
    expect(all).not.toContain("Nora");
  });

  it.each([
    ["/payment/link_url", { payment: { link_url: "http://pay.example.com" } }],
    ["/payment/link_url", { payment: { link_url: "https://user:secret@pay.example.com" } }],
    ["/payment/link_url", { payment: { link_url: "https://pay.example.com/a b" } }],
    ["/payment/link_url", { payment: { link_url: "pay.example.com" } }],
    ["/payment/ivr_number", { payment: { ivr_number: "212 555 0123" } }],
    ["/timezone", { timezone: "Berlin" }],
    ["/name", { name: "  " }],
    ["/defaults/recording/retention_days", { defaults: { recording: { retention_days: 366 } } }],
    ["/baa", { baa: { signed_on: "2026-11-01", signer: "Ada" } }],
    ["/plan", { plan: "enterprise" }],
  ])("report a validation error at %s", async (pointer, body) => {
    const before = await read();
    const { status, json } = await patch(body);
    expect([status, json.details]).toEqual([400, [expect.objectContaining({ in: "body", pointer })]]);
    expect(await read()).toEqual(before);
  });

  it("can be changed by admins only, and not with a test key", async () => {
    expect((await patch({ name: "No" }, { role: "builder" })).status).toBe(403);
    expect((await patch({ name: "No" }, { environment: "test" })).status).toBe(403);
    expect((await ask("GET", PATH, { role: "viewer", environment: "test" })).status).toBe(200);
  });

  it("are the defaults of new agents and do not change existing ones", async () => {
    const input = CreateAgent.parse({ name: "Desk", type: "messaging", prompt: "Say hello." });
    await patch({ defaults: { transcript: { retention_days: 7 } } });
    const first = await createAgent(space.ctx(), input);
    await patch({ defaults: { transcript: { retention_days: 11 } } });
    const second = await createAgent(space.ctx(), input);
    expect([first, second].map(({ transcript }) => transcript.retention_days)).toEqual([7, 11]);
  });

  it("of payment enable a built-in tool", async () => {
    const readMissing = async () =>
      (await listBuiltins(space.ctx())).data.find(({ name }) => name === "send_secure_payment_link")?.missing;
    await patch({ payment: null });
    expect(await readMissing()).toContain("payment.link_url");
    await patch({ payment: { link_url: "https://pay.example.com" } });
    expect(await readMissing()).not.toContain("payment.link_url");
  });

  it("keep every change when many are made at the same time", async () => {
    await patch({ payment: null });
    await Promise.all([
      patch({ name: "At once" }),
      patch({ timezone: "Asia/Kolkata" }),
      patch({ payment: { ivr_number: "+12125550199" } }),
      patch({ payment: { link_url: "https://pay.example.com/at-once" } }),
    ]);
    expect(await read()).toMatchObject({
      name: "At once",
      timezone: "Asia/Kolkata",
      payment: { ivr_number: "+12125550199", link_url: "https://pay.example.com/at-once" },
    });
  });
});
