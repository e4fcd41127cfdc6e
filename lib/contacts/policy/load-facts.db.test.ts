import { beforeAll, describe, expect, it } from "vitest";
import { insertConsentStatements, suppressStatement } from "@/lib/contacts/consent";
import { findOrCreateContactsByNumber, parseNumber } from "@/lib/contacts/contacts";
import type { Ctx } from "@/lib/platform/context";
import { subjectSealer } from "@/lib/platform/crypto";
import { db, insertMany, json, writeUnaudited } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { apiOf } from "@/test/fixtures/api";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { decidePolicy, explainDecision, type FactsRequest, loadFacts, MAX_CONTACTS } from ".";

const HOUR_MS = 3_600_000;
/** A Wednesday, ten in the morning in New York. */
const NOW = "2026-11-18T15:00:00.000Z";
const clock = { now: () => new Date(NOW) };
const ago = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

const ASKED: FactsRequest = {
  channel: "call",
  purpose: "informational",
  window: null,
  endsAt: null,
  hasCapacity: true,
  isAgentLive: true,
  isCarrierAvailable: true,
};

let space: TestWorkspace;
let ctx: Ctx;
let next = 100;

/** A contact in New York with a separate number. */
async function contact(of: Ctx = ctx): Promise<{ id: string; hash: Buffer; phone: string }> {
  const phone = `+12125550${next++}`;
  const parsed = parseNumber(phone);
  if (!parsed.ok) throw new Error(parsed.code);
  const contactsByPhone = await writeUnaudited(of, (tx) =>
    findOrCreateContactsByNumber(tx, of, [parsed.number]),
  );
  const createdContact = contactsByPhone.get(phone);
  if (createdContact === undefined) throw new Error("No contact was made.");
  // Time zones of numbers are tested elsewhere.
  await writeUnaudited(of, {
    run: [
      db
        .updateTable("contacts")
        .set({ timezone: "America/New_York", timezone_source: "provided", region: "US-NY" })
        .where("workspace_id", "=", of.workspaceId)
        .where("id", "=", createdContact.id),
    ],
  });
  return { ...createdContact, phone };
}

const consent = async (
  id: string,
  granted: boolean,
  purpose: "informational" | "telemarketing",
  hours: number,
) =>
  writeUnaudited(ctx, {
    run: insertConsentStatements(ctx, await subjectSealer(ctx.workspaceId, id), id, [
      { purpose, channel: "call", granted, source: "a form", at: ago(hours) },
    ]),
  });

type Attempt = {
  hours: number;
  state?: string;
  result?: string;
  placed?: boolean;
  busy?: boolean;
  channel?: string;
};
async function attempt(of: { id: string; hash: Buffer }, { hours, state = "ended", ...more }: Attempt) {
  const { result = "no_answer", placed = true, busy = false, channel = "call" } = more;
  const key = `test/${of.id}/${newId("call")}`;
  await writeUnaudited(ctx, {
    run: [
      db.insertInto("attempts").values({
        key,
        workspace_id: ctx.workspaceId,
        environment: ctx.environment,
        campaign_id: null,
        contact_id: of.id,
        contact_hash: of.hash,
        busy: busy ? of.hash : null,
        call_id: newId("call"),
        channel,
        number: 1,
        state,
        decision: json({}),
        result: state === "ended" ? result : null,
        scheduled_at: ago(hours),
        claimed_at: ago(hours),
        placed_at: placed ? ago(hours) : null,
      }),
    ],
  });
  return key;
}

const factsOf = async (id: string, request: Partial<FactsRequest> = {}, of: Ctx = ctx) =>
  (await loadFacts(of.db, of, [id], { ...ASKED, ...request })).get(id);

beforeAll(async () => {
  space = await makeWorkspace({ clock });
  ctx = space.ctx();
});

describe("the facts of contacts", () => {
  it("are read in as many queries for a thousand as for one", async () => {
    const ids = [
      (await contact()).id,
      (await contact()).id,
      ...Array.from({ length: 998 }, () => newId("ctc")),
    ];
    const count = async (some: string[]) => {
      let queryCount = 0;
      const read: Pick<Ctx["db"], "all" | "batch"> = {
        all: (query) => {
          queryCount += 1;
          return ctx.db.all(query);
        },
        batch: ((...queries: never[]) => {
          queryCount += queries.length;
          return ctx.db.batch(...queries);
        }) as Ctx["db"]["batch"],
      };
      const facts = await loadFacts(read, ctx, some, ASKED);
      return { asked: queryCount, found: facts.size };
    };
    const queriesForOne = await count(ids.slice(0, 1));
    const all = await count(ids);
    expect(queriesForOne.found).toBe(1);
    expect(all).toEqual({ asked: queriesForOne.asked, found: 2 });
    await expect(loadFacts(ctx.db, ctx, Array(MAX_CONTACTS + 1).fill("ctc_x"), ASKED)).rejects.toThrow(
      RangeError,
    );
  });

  it("hold consent for exactly what is asked, by the latest entry", async () => {
    const { id } = await contact();
    expect((await factsOf(id))?.consent.state).toBe("unknown");
    await consent(id, true, "telemarketing", 5);
    expect((await factsOf(id))?.consent.state).toBe("unknown");
    expect((await factsOf(id, { purpose: "telemarketing" }))?.consent.state).toBe("granted");
    expect((await factsOf(id, { purpose: "telemarketing", channel: "text" }))?.consent.state).toBe("unknown");
    await consent(id, false, "telemarketing", 2);
    await consent(id, true, "telemarketing", 3);
    expect((await factsOf(id, { purpose: "telemarketing" }))?.consent).toMatchObject({
      state: "revoked",
      at: ago(2),
    });
  });

  it("hold every suppression of the number", async () => {
    const { id, hash } = await contact();
    await writeUnaudited(ctx, {
      run: [suppressStatement(ctx, [hash], { source: "request", channels: ["text"], reason: "asked" })],
    });
    expect((await factsOf(id))?.suppressed).toEqual(["text"]);
    await writeUnaudited(ctx, {
      run: [suppressStatement(ctx, [hash], { source: "carrier", channels: ["call"], reason: "said so" })],
    });
    expect([...((await factsOf(id))?.suppressed ?? [])].sort()).toEqual(["call", "text"]);
  });

  it("count every attempt, however it was made, except canceled ones", async () => {
    const subject = await contact();
    await attempt(subject, { hours: 1 });
    await attempt(subject, { hours: 30, channel: "text" });
    await attempt(subject, { hours: 2, result: "failed", placed: false });
    await attempt(subject, { hours: 3, result: "canceled", placed: false });
    await attempt(subject, { hours: 24 * 40 });
    expect([...((await factsOf(subject.id))?.attempts ?? [])].sort()).toEqual([ago(30), ago(2), ago(1)]);
    expect((await factsOf((await contact()).id))?.attempts).toEqual([]);
  });

  it("know an attempt under way on the same channel, and let it not stand in its own way", async () => {
    const subject = await contact();
    const key = await attempt(subject, { hours: 0, state: "claimed", placed: false, busy: true });
    expect((await factsOf(subject.id))?.isBusy).toBe(true);
    expect((await factsOf(subject.id, { channel: "text" }))?.isBusy).toBe(false);
    const facts = await factsOf(subject.id, { exceptKeys: [key] });
    expect(facts).toMatchObject({ isBusy: false, attempts: [] });
  });

  it("know a call that the contact has made", async () => {
    const { id, hash } = await contact();
    const config = { name: "Desk", type: "messaging", prompt: "Be kind." };
    const agentId = String((await apiOf(space)("POST", "/v1/agents", { body: config })).json.id);
    const call = (status: string, channel: string) => ({
      id: newId("call"),
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      agent_id: agentId,
      channel,
      direction: "inbound",
      status,
      contact_hash: hash,
      subject_id: id,
      created_at: NOW,
    });
    const add = (...rows: ReturnType<typeof call>[]) =>
      writeUnaudited(ctx, { run: [insertMany("calls", rows)] });
    await add(call("completed", "phone"), call("in_progress", "sms"));
    expect((await factsOf(id))?.isBusy).toBe(false);
    expect((await factsOf(id, { channel: "text" }))?.isBusy).toBe(true);
    await writeUnaudited(ctx, {
      run: [db.updateTable("calls").set({ status: "completed" }).where("contact_hash", "=", hash)],
    });
    await add(call("in_progress", "phone"));
    expect((await factsOf(id))?.isBusy).toBe(true);
    expect((await factsOf(id, { channel: "text" }))?.isBusy).toBe(false);
  });

  it("know the contact's own last text for as long as it can be replied to", async () => {
    const subject = await contact();
    const text = (hours: number, direction: string) => ({
      id: newId("txt"),
      workspace_id: ctx.workspaceId,
      environment: ctx.environment,
      call_id: newId("call"),
      contact_id: subject.id,
      direction,
      state: direction === "inbound" ? "received" : "sent",
      created_at: ago(hours),
    });
    await writeUnaudited(ctx, { run: [insertMany("texts", [text(25, "inbound"), text(1, "outbound")])] });
    expect((await factsOf(subject.id, { channel: "text" }))?.lastInboundTextAt).toBeNull();
    await writeUnaudited(ctx, { run: [insertMany("texts", [text(2, "inbound"), text(3, "inbound")])] });
    const facts = await factsOf(subject.id, { channel: "text" });
    expect(facts?.lastInboundTextAt).toBe(ago(2));
    expect(facts && decidePolicy(facts, NOW).verdict).toBe("allow");
    expect((await factsOf(subject.id))?.lastInboundTextAt).toBeNull();
  });

  it("are those of one environment of one workspace", async () => {
    const { id, hash } = await contact();
    const test = space.ctx("owner", "test");
    const testContact = await contact(test);
    await attempt({ id: testContact.id, hash }, { hours: 1 });
    expect(await factsOf(id, {}, test)).toBeUndefined();
    expect((await factsOf(testContact.id, {}, test))?.attempts).toEqual([]);
    expect(await factsOf(id, {}, (await makeWorkspace()).ctx())).toBeUndefined();
  });
});

describe("why, why not", () => {
  it("says what decides, found by id or number", async () => {
    const subject = await contact();
    await consent(subject.id, true, "informational", 9);
    await attempt(subject, { hours: 1 });
    const decision = await explainDecision(ctx, subject.phone, ASKED);
    expect(decision).toEqual(await explainDecision(ctx, subject.id, ASKED));
    expect(decision).toMatchObject({
      verdict: "allow",
      until: null,
      reasons: [],
      decided_at: NOW,
      timezone: "America/New_York",
      timezone_source: "provided",
      region: "US-NY",
      hours_today: [{ start: "08:00", end: "21:00" }],
      consent: "granted",
      attempts: { last_day: 1, max_day: 3, last_week: 1, max_week: 7 },
      rules: [],
    });
    await expect(explainDecision(ctx, newId("ctc"), ASKED)).rejects.toMatchObject({ code: "not_found" });
  });
});
