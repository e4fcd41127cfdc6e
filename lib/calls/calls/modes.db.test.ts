import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { deleteCall, listCalls, readCall, updateCall } from ".";
import { ListCalls } from "./schema";
import { type Desk, openDesk, VARIABLES, variable } from "./testing/desk";

const ACCOUNT = "48151623";
const SPELT = "4 8 1 5 1 6 2 3";
const NUMBER = "+12125550123";
const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/[\s-]/g, "");

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(closeHub);

const change = (agentId: string, input: object) =>
  updateAgent(desk.space.ctx("owner"), agentId, UpdateAgent.parse(input));
const listed = async (id: string) =>
  (await listCalls(desk.space.ctx(), ListCalls.parse({ limit: "100" }))).data.find((call) => call.id === id);
const search = async (q: string) =>
  (await listCalls(desk.space.ctx(), ListCalls.parse({ q }))).data.map(({ id }) => id);
const rowOf = (id: string) => desk.rows.one(db.selectFrom("calls").selectAll().where("id", "=", id));

/** A finished call in which the caller told the account number, and a day. */
async function finished(agentId: string, extra: object = {}) {
  const { id } = await desk.start(agentId, extra);
  await desk.say(id, `it is ${SPELT}`);
  await desk.say(id, "the 24th of November 2026");
  const last = await desk.say(id, "yes");
  return { id, last };
}

describe("an agent that keeps neither recording nor transcript", () => {
  const NEITHER = { transcript: { enabled: false }, recording: { enabled: false } };
  const withNotes = async (id: string) => updateCall(desk.ctx, id, { notes: "Was friendly.", tags: ["vip"] });

  it("leaves of a call the outcome's tag alone, with no key that could open more", async () => {
    const agentId = await desk.agent({ variables: VARIABLES, ...NEITHER });
    const { id } = await desk.start(agentId, { to: NUMBER, metadata: { order: "A-1" } });
    await withNotes(id);
    await desk.say(id, `it is ${SPELT}`);
    await desk.say(id, "the 24th of November 2026");
    const { call } = await desk.say(id, "yes");
    expect(call).toMatchObject({
      status: "completed",
      end_reason: "agent_ended",
      outcome: { tag: "booked", summary: null, successful: true },
      variables: {},
      transcript: [],
      metadata: {},
      notes: "",
      tags: ["vip"],
      to: null,
    });
    expect(call.settled_at).not.toBeNull();
    const sealed = [
      "transcript",
      "summary",
      "variables",
      "metadata",
      "initial_variables",
      "notes",
      "to_number",
    ] as const;
    const row = await rowOf(id);
    for (const field of sealed) expect(row?.[field]).toBeNull();
    expect(row?.words).toEqual([]);
    const key = db.selectFrom("subject_keys").select("subject_id").where("subject_id", "=", id);
    expect(await desk.rows.all(key)).toEqual([]);
  });

  it("still answers with what was said last, listing and reading work, and notes are refused", async () => {
    const agentId = await desk.agent({ variables: VARIABLES, ...NEITHER });
    const { id, last } = await finished(agentId);
    expect(last.turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
    expect(last.turns[1]?.text).not.toBe("");
    expect(plain(last)).not.toContain(ACCOUNT);
    const { transcript: _, ...item } = await desk.read(id);
    expect(await listed(id)).toEqual(item);
    await expect(updateCall(desk.ctx, id, { notes: "x" })).rejects.toMatchObject({ code: "invalid_state" });
    expect((await updateCall(desk.ctx, id, { tags: ["later"] })).tags).toEqual(["later"]);
    await deleteCall(desk.space.ctx("owner"), id);
    await expect(desk.read(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("redact_sensitive_fields: false", () => {
  it("lifts the masks of text, not of values, in calls that were settled so", async () => {
    const agentId = await desk.agent({ variables: VARIABLES, recording: { redact_sensitive_fields: false } });
    const { id } = await finished(agentId);
    const read = await desk.read(id);
    expect(plain(read.transcript)).toContain(ACCOUNT);
    expect(read.variables).toEqual({ account_number: { masked: true }, day: "2026-11-24" });
    expect(plain(read.outcome)).not.toContain(ACCOUNT);
    // The index cannot be masked later, so it always is.
    expect(await search(ACCOUNT)).toEqual([]);
  });

  it("lifts nothing for staff of the operator, who look by a ticket", async () => {
    const agentId = await desk.agent({ variables: VARIABLES, recording: { redact_sensitive_fields: false } });
    const { id } = await finished(agentId);
    const staff = desk.space.ctxAs({ type: "staff", id: "stf_1", role: "viewer" });
    expect(plain(await readCall(staff, id))).not.toContain(ACCOUNT);
    expect(plain(await desk.read(id))).toContain(ACCOUNT);
  });

  it("holds only while it still is so, and never for calls that were settled otherwise", async () => {
    const agentId = await desk.agent({ variables: VARIABLES, recording: { redact_sensitive_fields: false } });
    const { id } = await finished(agentId);
    await change(agentId, { recording: { redact_sensitive_fields: true } });
    expect(plain(await desk.read(id))).not.toContain(ACCOUNT);
    const { id: masked } = await finished(agentId);
    await change(agentId, { recording: { redact_sensitive_fields: false } });
    expect(plain(await desk.read(masked))).not.toContain(ACCOUNT);
    expect(plain(await desk.read(id))).toContain(ACCOUNT);
  });
});

describe("what was given beforehand or written beside", () => {
  it("is masked in metadata and notes while the call runs and afterwards", async () => {
    const agentId = await desk.agent({ variables: VARIABLES });
    const known = { variables: { account_number: ACCOUNT }, metadata: { account: ACCOUNT, order: "A-1" } };
    const call = await desk.start(agentId, known);
    const running = await updateCall(desk.ctx, call.id, { notes: `Account ${SPELT}, nice.` });
    for (const shown of [
      call,
      running,
      await listed(call.id),
      await desk.end(call.id),
      await listed(call.id),
    ]) {
      expect(shown).toMatchObject({ metadata: { account: { masked: true }, order: "A-1" } });
      expect(plain(shown)).not.toContain(ACCOUNT);
    }
    expect((await desk.read(call.id)).notes).toBe("Account [account_number], nice.");
  });

  it("repeats nothing of an answer that is withheld", async () => {
    const agentId = await desk.agent({
      variables: [variable("full_name", { sensitive: true }), ...VARIABLES],
    });
    const { id } = await desk.start(agentId);
    await desk.say(id, "Zanzibar Quux");
    const { notes } = await updateCall(desk.ctx, id, { notes: "Spoke to Zanzibar. All well." });
    expect(notes).not.toContain("Zanzibar");
    expect((await listed(id))?.notes).toBe("[withheld]");
  });
});
