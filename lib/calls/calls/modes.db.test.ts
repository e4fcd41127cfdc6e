import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAgent } from "@/lib/agents/agents";
import { UpdateAgent } from "@/lib/agents/agents/schema";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { deleteCall, listCalls, readCall, updateCall } from ".";
import { ListCalls } from "./schema";
import { type CallFixture, createCallFixture, VARIABLES, variable } from "./testing/call-fixture";

const ACCOUNT = "48151623";
const SPELT = "4 8 1 5 1 6 2 3";
const NUMBER = "+12125550123";
const plain = (value: unknown): string => JSON.stringify(value).replaceAll(/[\s-]/g, "");

let fixture: CallFixture;
beforeAll(async () => {
  fixture = await createCallFixture();
});
afterAll(closeHub);

const change = (agentId: string, input: object) =>
  updateAgent(fixture.space.ctx("owner"), agentId, UpdateAgent.parse(input));
const listed = async (id: string) =>
  (await listCalls(fixture.space.ctx(), ListCalls.parse({ limit: "100" }))).data.find(
    (call) => call.id === id,
  );
const search = async (q: string) =>
  (await listCalls(fixture.space.ctx(), ListCalls.parse({ q }))).data.map(({ id }) => id);
const rowOf = (id: string) => fixture.rows.first(db.selectFrom("calls").selectAll().where("id", "=", id));

/** An ended call in which the caller said the account number and a date. */
async function finished(agentId: string, extra: object = {}) {
  const { id } = await fixture.startCall(agentId, extra);
  await fixture.say(id, `it is ${SPELT}`);
  await fixture.say(id, "the 24th of November 2026");
  const last = await fixture.say(id, "yes");
  return { id, last };
}

describe("an agent without recordings and transcripts", () => {
  const NEITHER = { transcript: { enabled: false }, recording: { enabled: false } };
  const withNotes = async (id: string) =>
    updateCall(fixture.ctx, id, { notes: "Was friendly.", tags: ["vip"] });

  it("keeps only the outcome's tag of a call, and no key", async () => {
    const agentId = await fixture.agent({ variables: VARIABLES, ...NEITHER });
    const { id } = await fixture.startCall(agentId, { to: NUMBER, metadata: { order: "A-1" } });
    await withNotes(id);
    await fixture.say(id, `it is ${SPELT}`);
    await fixture.say(id, "the 24th of November 2026");
    const { call } = await fixture.say(id, "yes");
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
    expect(await fixture.rows.all(key)).toEqual([]);
  });

  it("still answers the last message, listing and reading work, and notes are rejected", async () => {
    const agentId = await fixture.agent({ variables: VARIABLES, ...NEITHER });
    const { id, last } = await finished(agentId);
    expect(last.turns.map(({ role }) => role)).toEqual(["caller", "agent"]);
    expect(last.turns[1]?.text).not.toBe("");
    expect(plain(last)).not.toContain(ACCOUNT);
    const { transcript: _, ...item } = await fixture.read(id);
    expect(await listed(id)).toEqual(item);
    await expect(updateCall(fixture.ctx, id, { notes: "x" })).rejects.toMatchObject({
      code: "invalid_state",
    });
    expect((await updateCall(fixture.ctx, id, { tags: ["later"] })).tags).toEqual(["later"]);
    await deleteCall(fixture.space.ctx("owner"), id);
    await expect(fixture.read(id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("redact_sensitive_fields: false", () => {
  it("lifts the masks of text, not of values, in calls that were settled with it", async () => {
    const agentId = await fixture.agent({
      variables: VARIABLES,
      recording: { redact_sensitive_fields: false },
    });
    const { id } = await finished(agentId);
    const read = await fixture.read(id);
    expect(plain(read.transcript)).toContain(ACCOUNT);
    expect(read.variables).toEqual({ account_number: { masked: true }, day: "2026-11-24" });
    expect(plain(read.outcome)).not.toContain(ACCOUNT);
    // The index cannot be masked later, so it is always masked.
    expect(await search(ACCOUNT)).toEqual([]);
  });

  it("lifts no masks for operator staff with a ticket", async () => {
    const agentId = await fixture.agent({
      variables: VARIABLES,
      recording: { redact_sensitive_fields: false },
    });
    const { id } = await finished(agentId);
    const staff = fixture.space.ctxAs({ type: "staff", id: "stf_1", role: "viewer" });
    expect(plain(await readCall(staff, id))).not.toContain(ACCOUNT);
    expect(plain(await fixture.read(id))).toContain(ACCOUNT);
  });

  it("applies only while the setting is off, and never to calls settled otherwise", async () => {
    const agentId = await fixture.agent({
      variables: VARIABLES,
      recording: { redact_sensitive_fields: false },
    });
    const { id } = await finished(agentId);
    await change(agentId, { recording: { redact_sensitive_fields: true } });
    expect(plain(await fixture.read(id))).not.toContain(ACCOUNT);
    const { id: masked } = await finished(agentId);
    await change(agentId, { recording: { redact_sensitive_fields: false } });
    expect(plain(await fixture.read(masked))).not.toContain(ACCOUNT);
    expect(plain(await fixture.read(id))).toContain(ACCOUNT);
  });
});

describe("initial values and metadata", () => {
  it("are masked in metadata and notes during the call and afterwards", async () => {
    const agentId = await fixture.agent({ variables: VARIABLES });
    const input = { variables: { account_number: ACCOUNT }, metadata: { account: ACCOUNT, order: "A-1" } };
    const call = await fixture.startCall(agentId, input);
    const running = await updateCall(fixture.ctx, call.id, { notes: `Account ${SPELT}, nice.` });
    for (const view of [
      call,
      running,
      await listed(call.id),
      await fixture.end(call.id),
      await listed(call.id),
    ]) {
      expect(view).toMatchObject({ metadata: { account: { masked: true }, order: "A-1" } });
      expect(plain(view)).not.toContain(ACCOUNT);
    }
    expect((await fixture.read(call.id)).notes).toBe("Account [account_number], nice.");
  });

  it("do not repeat a withheld answer", async () => {
    const agentId = await fixture.agent({
      variables: [variable("full_name", { sensitive: true }), ...VARIABLES],
    });
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, "Zanzibar Quux");
    const { notes } = await updateCall(fixture.ctx, id, { notes: "Spoke to Zanzibar. All well." });
    expect(notes).not.toContain("Zanzibar");
    expect((await listed(id))?.notes).toBe("[withheld]");
  });
});
