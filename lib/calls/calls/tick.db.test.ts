import "@/test/fixtures/loopback";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MODEL_LIMITS } from "@/lib/agents/models";
import { applyEvent } from "@/lib/calls/conversation/reducer";
import { defaultHttpClient } from "@/lib/platform/egress";
import { closeHub } from "@/lib/platform/live";
import { tickCall } from ".";
import { abortLocalTurn, acquireCall } from "./lease";
import { elapsedMs, toActiveCall } from "./run-event";
import { LEASE_MS, progressStatements } from "./session";
import { type CallFixture, createCallFixture, readTickTime } from "./testing/call-fixture";
import { json, says, startTestModel, type TestModel } from "./testing/model";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

const INACTIVITY_S = 60;
const LONGEST_S = 600;
const LEASE_S = LEASE_MS / 1_000;

/** The engine's sentence before the model's own text. */
const DISCLOSURE = "Hello, you are speaking with an automated assistant.";
let fixture: CallFixture;
let model: TestModel;
let agentId: string;
beforeAll(async () => {
  Object.assign(MODEL_LIMITS, { firstByteMs: 60_000, idleMs: 60_000, wholeAnswerMs: 60_000 });
  fixture = await createCallFixture();
  model = await startTestModel(fixture);
  agentId = await fixture.agent({
    model: model.id,
    inactivity_timeout_s: INACTIVITY_S,
    max_duration_s: LONGEST_S,
  });
});
afterAll(async () => {
  await model.close();
  await defaultHttpClient.close();
  await closeHub();
});
beforeEach(() => model.answer({}));

const later = (seconds: number) => new Date(Date.parse(fixture.now()) + seconds * 1_000).toISOString();
const concluded = () => model.requests.filter(({ body }) => body.stream !== true).length;

/** The caller hangs up in a process that dies before it settles the call. */
async function endAndDie(id: string): Promise<void> {
  const { lease, ...opened } = await acquireCall(fixture.ctx, id);
  const active = toActiveCall(fixture.ctx, opened);
  if (lease === null || active === null) throw new Error("The call does not run.");
  const { row, sealer, conversation } = active;
  const [state] = applyEvent(conversation.state, { type: "hung_up", atMs: elapsedMs(active) });
  const { channel, direction, config } = row;
  const session = { callId: id, channel, direction, startedAt: row.created_at, config };
  const keep = {
    ctx: fixture.ctx,
    session,
    sealer,
    changed: [],
    state,
    ended: "caller_hung_up",
    now: fixture.now(),
  } as const;
  await lease.write(progressStatements(keep), "last");
}

describe("a silent call", () => {
  it("is checked when its silence limit is reached, and not before", async () => {
    const { id } = await fixture.startCall(agentId);
    const due = later(INACTIVITY_S);
    expect(await readTickTime(id)).toBe(due);
    fixture.advanceClock(INACTIVITY_S - 1);
    await fixture.tick(id);
    expect((await fixture.read(id)).status).toBe("in_progress");
    expect(await readTickTime(id)).toBe(due);
    fixture.advanceClock(1);
    await fixture.tick(id);
    expect(await fixture.read(id)).toMatchObject({
      status: "completed",
      end_reason: "inactivity",
      duration_ms: 60_000,
    });
  });

  it("gets a new limit with each message", async () => {
    const { id } = await fixture.startCall(agentId);
    fixture.advanceClock(INACTIVITY_S - 1);
    await fixture.say(id, "Hello?");
    fixture.advanceClock(INACTIVITY_S - 1);
    await fixture.tick(id);
    expect((await fixture.read(id)).status).toBe("in_progress");
    expect(await readTickTime(id)).toBe(later(1));
  });

  it("is not ended by a check that read it before the message", async () => {
    const { id } = await fixture.startCall(agentId);
    fixture.advanceClock(INACTIVITY_S);
    // The message arrives between the read and the lease: the tick finds the call busy, or its due time
    // changed.
    await Promise.all([fixture.say(id, "Hello?").catch(() => undefined), fixture.tick(id)]);
    const { status, end_reason, transcript } = await fixture.read(id);
    const spoke = transcript.some(({ role }) => role === "caller");
    expect([status, end_reason]).toEqual(spoke ? ["in_progress", null] : ["completed", "inactivity"]);
  });
});

describe("a long call", () => {
  it("ends at its maximum duration, during any turn", async () => {
    const { id } = await fixture.startCall(agentId);
    for (let minutes = 0; minutes < 10; minutes++) {
      fixture.advanceClock(59);
      await fixture.say(id, "Go on.");
    }
    expect(await readTickTime(id)).toBe(later(10));
    fixture.advanceClock(10);
    await fixture.tick(id);
    expect(await fixture.read(id)).toMatchObject({
      end_reason: "max_duration",
      duration_ms: LONGEST_S * 1_000,
    });
  });
});

describe("a call whose process died", () => {
  it("continues with the agent's turn after its lease has expired", async () => {
    model.answer({ says: [says("Hello."), { kind: "hang" }, says("Here I am.")] });
    const { id } = await fixture.startCall(agentId);
    const requestCount = model.requests.length;
    const dying = fixture.say(id, "Hello?");
    dying.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(requestCount + 1), PATIENCE);
    expect(await readTickTime(id)).toBe(later(LEASE_S));
    await fixture.tick(id);
    expect(model.requests).toHaveLength(requestCount + 1);
    await fixture.takeOver(id);
    const { transcript, status } = await fixture.read(id);
    expect(status).toBe("in_progress");
    expect(transcript.map(({ text }) => text)).toEqual([`${DISCLOSURE} Hello.`, "Hello?", "Here I am."]);
    // The process was still alive: its late writes are void.
    abortLocalTurn(id);
    await expect(dying).rejects.toMatchObject({ code: "in_progress" });
  });

  it("before the greeting gets its greeting", async () => {
    model.answer({ says: [{ kind: "hang" }, says("Good morning.")] });
    const requestCount = model.requests.length;
    const dying = fixture.startCall(agentId);
    dying.catch(() => undefined);
    await vi.waitFor(() => expect(model.requests).toHaveLength(requestCount + 1), PATIENCE);
    const id = (await fixture.openCalls())[0]?.call_id ?? "";
    await fixture.takeOver(id);
    expect((await fixture.read(id)).transcript.map(({ text }) => text)).toEqual([
      `${DISCLOSURE} Good morning.`,
    ]);
    abortLocalTurn(id);
    await expect(dying).rejects.toMatchObject({ code: "in_progress" });
  });

  it("after the end is settled by the queue, with every turn", async () => {
    const { id } = await fixture.startCall(agentId);
    await fixture.say(id, "One.");
    await fixture.say(id, "Two.");
    await endAndDie(id);
    expect(await fixture.read(id)).toMatchObject({ status: "completed", settled_at: null });
    await expect(fixture.say(id, "Three.")).rejects.toMatchObject({ code: "invalid_state" });
    expect(await readTickTime(id)).toBe(later(10));
    fixture.advanceClock(10);
    await fixture.tick(id);
    const { settled_at, transcript, outcome } = await fixture.read(id);
    expect(settled_at).toBe(fixture.now());
    expect(outcome?.tag).toBe("booked");
    expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      "One.",
      "Two.",
    ]);
    expect(await fixture.session(id)).toBeUndefined();
  });

  it("after the end is also settled by another request to end it", async () => {
    const { id } = await fixture.startCall(agentId);
    await endAndDie(id);
    expect((await fixture.end(id)).settled_at).toBe(fixture.now());
  });
});

describe("concurrent runs", () => {
  it("of the queue end a silent call once, and evaluate it once", async () => {
    const { id } = await fixture.startCall(agentId);
    const before = concluded();
    fixture.advanceClock(INACTIVITY_S);
    await Promise.all(Array.from({ length: 5 }, () => fixture.tick(id)));
    expect(await fixture.read(id)).toMatchObject({ end_reason: "inactivity", outcome: { tag: "booked" } });
    expect(concluded() - before).toBe(1);
    await fixture.tick(id);
    expect(concluded() - before).toBe(1);
  });

  it("do not evaluate a slowly settling call again, and return its current state meanwhile", async () => {
    const { id } = await fixture.startCall(agentId);
    await endAndDie(id);
    const before = concluded();
    model.answer({
      conclude: {
        kind: "text",
        chunks: ['{"outcome":"booked","summary":"","successful":true}'],
        pauseMs: 8_000,
      },
    });
    fixture.advanceClock(10);
    const settling = fixture.tick(id);
    await vi.waitFor(() => expect(concluded() - before).toBe(1), PATIENCE);
    await fixture.tick(id);
    expect(await readTickTime(id)).toBe(later(LEASE_S));
    expect(await fixture.end(id)).toMatchObject({ status: "completed" });
    await settling;
    expect(concluded() - before).toBe(1);
    expect((await fixture.read(id)).settled_at).toBe(fixture.now());
  });
});

it("of a job for a deleted call do nothing", async () => {
  await tickCall(fixture.ctx, "call_00000000000000000000000000");
});

it("also check calls of the test environment", async () => {
  const { id } = await fixture.startCall(agentId, {}, "test");
  fixture.advanceClock(INACTIVITY_S);
  model.answer({ conclude: json({ outcome: "not_booked", summary: "Nobody spoke.", successful: false }) });
  await fixture.tick(id);
  expect(await fixture.read(id, "test")).toMatchObject({
    end_reason: "inactivity",
    outcome: { tag: "not_booked" },
  });
});
