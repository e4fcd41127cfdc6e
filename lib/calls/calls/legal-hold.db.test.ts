import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deployAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { apiOf, type Send } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";

let space: TestWorkspace;
let ask: Send;
let agentId: string;
beforeAll(async () => {
  space = await makeWorkspace();
  ask = apiOf(space);
  const input = { name: "Desk", type: "voice", voice_id: "builtin:slt", prompt: "Say hello." };
  agentId = (await createAgent(space.ctx(), CreateAgent.parse(input))).id;
  await deployAgent(space.ctx(), agentId);
});
afterAll(closeHub);

let numbers = 0;
/** A contact and an ended call with them. */
async function talked() {
  const phone = `+1212${9_000_000 + numbers++}`;
  const contact = String((await ask("POST", "/v1/contacts", { body: { phone } })).json.id);
  const body = { agent_id: agentId, channel: "chat", contact_id: contact };
  const call = String((await ask("POST", "/v1/calls", { body })).json.id);
  await ask("POST", `/v1/calls/${call}/end`);
  return { phone, contact: `/v1/contacts/${contact}`, call: `/v1/calls/${call}`, ids: { contact, call } };
}
const REASON = "The case of Nora Nobody";
const hold = (path: string, reason = REASON) =>
  ask("PUT", `${path}/legal-hold`, { role: "admin", body: { reason } });
const release = (path: string) => ask("DELETE", `${path}/legal-hold`);
const remove = async (path: string) => (await ask("DELETE", path)).status;
const actions = (target: string) =>
  reader(space.workspaceId).all(
    db
      .selectFrom("audit_events")
      .select(["action", "before", "after"])
      .where("workspace_id", "=", space.workspaceId)
      .where("target", "=", target)
      .where("action", "like", "%.legal_hold_%")
      .orderBy("seq"),
  );

describe.each(["call", "contact"] as const)("a legal hold on a %s", (kind) => {
  it("is shown with its reason, and keeps it until an owner releases it", async () => {
    const subject = await talked();
    const path = subject[kind];
    expect(await hold(path)).toMatchObject({ status: 200, json: { legal_hold: REASON } });
    expect((await ask("GET", path, { role: "viewer" })).json.legal_hold).toBe(REASON);
    expect(await remove(path)).toBe(409);
    expect((await ask("DELETE", `${path}/legal-hold`, { role: "admin" })).status).toBe(403);
    expect(await remove(path)).toBe(409);
    expect((await release(path)).status).toBe(204);
    expect((await release(path)).status).toBe(204);
    expect((await ask("GET", path)).json.legal_hold).toBeNull();
    expect(await remove(path)).toBe(204);
  });

  it("is audited once, without its reason", async () => {
    const subject = await talked();
    for (const reason of [REASON, REASON, "Another case"]) await hold(subject[kind], reason);
    await release(subject[kind]);
    await release(subject[kind]);
    const entries = await actions(subject.ids[kind]);
    expect(entries.map(({ action }) => action)).toEqual([
      `${kind}.legal_hold_placed`,
      `${kind}.legal_hold_placed`,
      `${kind}.legal_hold_released`,
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Nora|case/i);
  });

  it("also keeps the other, as they share data", async () => {
    const subject = await talked();
    await hold(subject[kind]);
    expect([await remove(subject.call), await remove(subject.contact)]).toEqual([409, 409]);
    await release(subject[kind]);
    expect([await remove(subject.call), await remove(subject.contact)]).toEqual([204, 204]);
  });

  it("and a concurrent deletion exclude each other", async () => {
    for (let n = 0; n < 4; n++) {
      const subject = await talked();
      const [held, removed] = await Promise.all([hold(subject[kind]), remove(subject[kind])]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([held.status, removed]);
    }
  });
});

it("also applies to a contact selected by number", async () => {
  const { phone, contact } = await talked();
  expect((await hold(`/v1/contacts/${encodeURIComponent(phone)}`)).json.legal_hold).toBe(REASON);
  expect(await remove(contact)).toBe(409);
});
