import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { turn } from "@/lib/calls/conversation/turn";
import { egress } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { tickCall } from ".";
import { activate, elapsed } from "./converse";
import { acquire, cutHere } from "./lease";
import { keepStatements, LEASE_MS } from "./session";
import { type Desk, dueOf, openDesk } from "./testing/desk";
import { json, says, startModel, type TestModel } from "./testing/model";

const INACTIVITY_S = 60;
const LONGEST_S = 600;
const LEASE_S = LEASE_MS / 1_000;

/** What the engine says before a model's own words. */
const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
let desk: Desk;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 5_000, idleMs: 5_000, wholeAnswerMs: 1_000 });
  desk = await openDesk();
  model = await startModel(desk);
  agentId = await desk.agent({
    model: model.id,
    inactivity_timeout_s: INACTIVITY_S,
    max_duration_s: LONGEST_S,
  });
});
afterAll(async () => {
  await model.close();
  await egress.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const later = (seconds: number) => new Date(Date.parse(desk.now()) + seconds * 1_000).toISOString();
const concluded = () => model.requests.filter(({ body }) => body.stream !== true).length;

/** Lets the caller hang up in a process that dies before it settles the call. */
async function endAndDie(id: string): Promise<void> {
  const { lease, ...opened } = await acquire(desk.ctx, id);
  const active = activate(desk.ctx, opened);
  if (lease === null || active === null) throw new Error("The call does not run.");
  const { row, sealer, conversation } = active;
  const [state] = turn(conversation.state, { type: "hung_up", atMs: elapsed(active) });
  const { channel, direction, config } = row;
  const watched = { callId: id, channel, direction, startedAt: row.created_at, config };
  const keep = {
    ctx: desk.ctx,
    watched,
    sealer,
    changed: [],
    state,
    ended: "caller_hung_up",
    now: desk.now(),
  } as const;
  await lease.write(keepStatements(keep), "last");
}

describe("a call in which nobody speaks", () => {
  it("is looked after when its silence is over, and no sooner", async () => {
    const { id } = await desk.start(agentId);
    const due = later(INACTIVITY_S);
    expect(await dueOf(id)).toBe(due);
    desk.wait(INACTIVITY_S - 1);
    await desk.tick(id);
    expect((await desk.read(id)).status).toBe("in_progress");
    expect(await dueOf(id)).toBe(due);
    desk.wait(1);
    await desk.tick(id);
    expect(await desk.read(id)).toMatchObject({
      status: "completed",
      end_reason: "inactivity",
      duration_ms: 60_000,
    });
  });

  it("is given its time anew by each word", async () => {
    const { id } = await desk.start(agentId);
    desk.wait(INACTIVITY_S - 1);
    await desk.say(id, "Hello?");
    desk.wait(INACTIVITY_S - 1);
    await desk.tick(id);
    expect((await desk.read(id)).status).toBe("in_progress");
    expect(await dueOf(id)).toBe(later(1));
  });

  it("is not ended by whoever looked before the word came", async () => {
    const { id } = await desk.start(agentId);
    desk.wait(INACTIVITY_S);
    // The word comes between the look and the lease: the tick finds it busy, or moved on.
    await Promise.all([desk.say(id, "Hello?").catch(() => undefined), desk.tick(id)]);
    const { status, end_reason, transcript } = await desk.read(id);
    const spoke = transcript.some(({ role }) => role === "caller");
    expect([status, end_reason]).toEqual(spoke ? ["in_progress", null] : ["completed", "inactivity"]);
  });
});

describe("a call that lasts", () => {
  it("ends at its longest duration, whoever has the word", async () => {
    const { id } = await desk.start(agentId);
    for (let minutes = 0; minutes < 10; minutes++) {
      desk.wait(59);
      await desk.say(id, "Go on.");
    }
    expect(await dueOf(id)).toBe(later(10));
    desk.wait(10);
    await desk.tick(id);
    expect(await desk.read(id)).toMatchObject({ end_reason: "max_duration", duration_ms: LONGEST_S * 1_000 });
  });
});

describe("a call whose process died", () => {
  it("goes on with the agent's turn, once its lease has run out", async () => {
    model.answer({ says: [says("Hello."), { kind: "hang" }, says("Here I am.")] });
    const { id } = await desk.start(agentId);
    const asked = model.requests.length;
    const dying = desk.say(id, "Hello?");
    dying.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 1));
    expect(await dueOf(id)).toBe(later(LEASE_S));
    await desk.tick(id);
    expect(model.requests).toHaveLength(asked + 1);
    desk.wait(LEASE_S + 1);
    await desk.tick(id);
    const { transcript, status } = await desk.read(id);
    expect(status).toBe("in_progress");
    expect(transcript.map(({ text }) => text)).toEqual([`${DISCLOSURE} Hello.`, "Hello?", "Here I am."]);
    // It was not dead after all: what it still does is void.
    cutHere(id);
    await expect(dying).rejects.toMatchObject({ code: "in_progress" });
  });

  it("before the greeting is greeted", async () => {
    model.answer({ says: [{ kind: "hang" }, says("Good morning.")] });
    const asked = model.requests.length;
    const dying = desk.start(agentId);
    dying.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 1));
    const id = (await desk.openCalls())[0]?.call_id ?? "";
    desk.wait(LEASE_S + 1);
    await desk.tick(id);
    expect((await desk.read(id)).transcript.map(({ text }) => text)).toEqual([`${DISCLOSURE} Good morning.`]);
    cutHere(id);
    await expect(dying).rejects.toMatchObject({ code: "in_progress" });
  });

  it("after the end is settled by the queue, with every turn", async () => {
    const { id } = await desk.start(agentId);
    await desk.say(id, "One.");
    await desk.say(id, "Two.");
    await endAndDie(id);
    expect(await desk.read(id)).toMatchObject({ status: "completed", settled_at: null });
    await expect(desk.say(id, "Three.")).rejects.toMatchObject({ code: "invalid_state" });
    expect(await dueOf(id)).toBe(later(10));
    desk.wait(10);
    await desk.tick(id);
    const { settled_at, transcript, outcome } = await desk.read(id);
    expect(settled_at).toBe(desk.now());
    expect(outcome?.tag).toBe("booked");
    expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      "One.",
      "Two.",
    ]);
    expect(await desk.session(id)).toBeUndefined();
  });

  it("after the end is settled too by whoever ends it again", async () => {
    const { id } = await desk.start(agentId);
    await endAndDie(id);
    expect((await desk.end(id)).settled_at).toBe(desk.now());
  });
});

describe("run twice at once", () => {
  it("the queue ends a silent call once, and reads it once", async () => {
    const { id } = await desk.start(agentId);
    const before = concluded();
    desk.wait(INACTIVITY_S);
    await Promise.all(Array.from({ length: 5 }, () => desk.tick(id)));
    expect(await desk.read(id)).toMatchObject({ end_reason: "inactivity", outcome: { tag: "booked" } });
    expect(concluded() - before).toBe(1);
    await desk.tick(id);
    expect(concluded() - before).toBe(1);
  });

  it("a call that is slow to settle is not read a second time, and is answered as it is meanwhile", async () => {
    const { id } = await desk.start(agentId);
    await endAndDie(id);
    const before = concluded();
    model.answer({
      conclude: {
        kind: "text",
        chunks: ['{"outcome":"booked","summary":"","successful":true}'],
        pauseMs: 300,
      },
    });
    desk.wait(10);
    const settling = desk.tick(id);
    await vi.waitFor(() => expect(concluded() - before).toBe(1));
    await desk.tick(id);
    expect(await dueOf(id)).toBe(later(LEASE_S));
    expect(await desk.end(id)).toMatchObject({ status: "completed" });
    await settling;
    expect(concluded() - before).toBe(1);
    expect((await desk.read(id)).settled_at).toBe(desk.now());
  });
});

it("a job for a call that is gone does nothing", async () => {
  await tickCall(desk.ctx, "call_00000000000000000000000000");
});

it("a call of the test environment is looked after as well", async () => {
  const { id } = await desk.start(agentId, {}, "test");
  desk.wait(INACTIVITY_S);
  model.answer({ conclude: json({ outcome: "not_booked", summary: "Nobody spoke.", successful: false }) });
  await desk.tick(id);
  expect(await desk.read(id, "test")).toMatchObject({
    end_reason: "inactivity",
    outcome: { tag: "not_booked" },
  });
});
