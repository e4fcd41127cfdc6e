import { beforeAll, describe, expect, it } from "vitest";
import { archiveAgent, createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { createIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { db, reader } from "@/lib/platform/db";
import { type Answer, apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

const PATH = "/v1/phone-numbers";
const HOURS = { days: ["mon", "tue"], start: "08:30", end: "17:00", timezone: "Europe/Berlin" };
const FALLBACK = "+12125550142";

let space: TestWorkspace;
let ask: Send;
let carrier: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  carrier = await account(space);
});

const account = async (of: TestWorkspace, environment = "live"): Promise<string> => {
  const credential = { kind: "twilio", account_sid: `AC${"2".repeat(32)}`, auth_token: "2".repeat(32) };
  const input = CreateIntegration.parse({ name: `Twilio ${environment}`, environment, credential });
  return (await createIntegration(of.ctx(), input)).id;
};
let numbers = 0;
const someNumber = () => `+1213${4_000_000 + numbers++}`;
const connect = (extra: object = {}): Promise<Answer> =>
  ask("POST", PATH, { body: { number: someNumber(), integration_id: carrier, ...extra } });
const change = (id: unknown, body: object): Promise<Answer> => ask("PATCH", `${PATH}/${id}`, { body });
const problem = ({ status, json }: Answer) => [
  status,
  (json.details as { pointer: string; code: string }[] | undefined)?.map(({ pointer, code }) => [
    pointer,
    code,
  ]),
];
const agent = async () => {
  const input = CreateAgent.parse({ name: "Desk", type: "messaging", prompt: "Say hello." });
  return (await createAgent(space.ctx(), input)).id;
};

describe("a phone number", () => {
  it("has an agent, hours and a fallback number, each of which can be removed", async () => {
    const agent_id = await agent();
    const phoneNumber = await connect({ agent_id, hours: HOURS, fallback_number: FALLBACK });
    expect(phoneNumber).toMatchObject({
      status: 201,
      json: { agent_id, hours: HOURS, fallback_number: FALLBACK },
    });
    const { id } = phoneNumber.json;
    expect((await ask("GET", `${PATH}/${id}`, { role: "viewer" })).json).toEqual(phoneNumber.json);
    const later = { ...HOURS, end: "24:00" };
    const revision = expect.any(String);
    expect((await change(id, { hours: later })).json).toEqual({
      ...phoneNumber.json,
      hours: later,
      revision,
    });
    const bare = await change(id, { agent_id: null, hours: null, fallback_number: null });
    const removed = { agent_id: null, hours: null, fallback_number: null };
    expect(bare.json).toEqual({ ...phoneNumber.json, ...removed, revision });
    expect((await ask("DELETE", `${PATH}/${id}`)).status).toBe(204);
    expect((await ask("GET", `${PATH}/${id}`)).status).toBe(404);
  });

  it("belongs to one account at a time, across workspaces", async () => {
    const number = someNumber();
    const otherWorkspace = await makeWorkspace();
    expect((await connect({ number })).status).toBe(201);
    expect((await connect({ number })).json.code).toBe("conflict");
    const body = { number, integration_id: await account(otherWorkspace) };
    expect((await apiOf(otherWorkspace)("POST", PATH, { body })).json.code).toBe("conflict");
  });

  it("requires an existing agent and account", async () => {
    const archived = await agent();
    await archiveAgent(space.ctx(), archived);
    const stranger = await account(await makeWorkspace());
    const testing = await account(space, "test");
    expect(problem(await connect({ agent_id: archived }))).toEqual([400, [["/agent_id", "unknown_agent"]]]);
    for (const integration_id of [stranger, testing])
      expect(problem(await connect({ integration_id }))).toEqual([
        400,
        [["/integration_id", "unknown_integration"]],
      ]);
    const { id } = (await connect()).json;
    expect(problem(await change(id, { agent_id: archived }))[0]).toBe(400);
  });

  it("rejects invalid hours, and calls that would loop", async () => {
    const number = someNumber();
    const { id } = (await connect({ number })).json;
    expect(problem(await change(id, { fallback_number: number }))).toEqual([
      400,
      [["/fallback_number", "same_number"]],
    ]);
    expect(problem(await connect({ number, fallback_number: number }))[0]).toBe(400);
    expect(problem(await change(id, { fallback_number: "+19005550123" }))).toEqual([
      400,
      [["/fallback_number", "not_allowed"]],
    ]);
    for (const [wrong, pointer] of [
      [{ end: "08:30" }, "/hours/end"],
      [{ days: [] }, "/hours/days"],
      [{ timezone: "callee" }, "/hours/timezone"],
    ] as const) {
      const { status, json } = await change(id, { hours: { ...HOURS, ...wrong } });
      expect([status, json.details]).toMatchObject([400, [{ pointer }]]);
    }
  });

  it("is audited once per change, without its fallback number", async () => {
    const { id } = (await connect()).json;
    await change(id, { fallback_number: FALLBACK });
    await change(id, { fallback_number: FALLBACK });
    const entries = await reader(space.workspaceId).all(
      db
        .selectFrom("audit_events")
        .select(["action", "after"])
        .where("workspace_id", "=", space.workspaceId)
        .where("target", "=", String(id))
        .orderBy("seq"),
    );
    expect(entries).toMatchObject([
      { action: "phone_number.connected", after: { has_fallback: false } },
      { action: "phone_number.updated", after: { has_fallback: true, changed: ["fallback_number"] } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(FALLBACK);
  });
});
