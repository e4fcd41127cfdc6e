import "@/test/fixtures/loopback";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tickCall } from "@/lib/calls/calls";
import { finishRecording, readPeaks } from "@/lib/calls/recordings";
import { readCurrentConsents } from "@/lib/contacts/consent";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { watchStored } from "@/lib/voice/testing/stored";
import type { GatewayProcess } from "./gateways";
import {
  ANNOUNCEMENT,
  DISCLOSURE,
  openRestartFixture,
  PATIENCE,
  type RestartFixture,
  requireStream,
} from "./restart-fixture";

const TABLE = [
  { name: "day", type: "date", description: "the day" },
  { name: "people", type: "number", description: "how many people come" },
];
const PEOPLE = TABLE.slice(1);
/** The question takes longer to say than a busy machine takes to notice that it began. */
const LONG_TABLE = [
  ...TABLE.slice(0, 1),
  {
    ...TABLE[1],
    description:
      "how many people come, with children, guests and everybody who joins you later in the evening",
  },
];
const LINES = [
  "on the first of December",
  "four",
  "yes, that is right",
  "please stop calling me",
  "please do not record this",
  "I want to talk to a human",
];
const DISCLOSED = { disclosure: { enabled: true, text: DISCLOSURE } };
const RECORDED = { recording: { enabled: true, announcement: ANNOUNCEMENT } };
const MARK = "The connection was interrupted.";
const SORRY = "Sorry, we were cut off for a moment.";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let fixture: RestartFixture;
beforeAll(async () => {
  fixture = await openRestartFixture({ lines: LINES, charMs: 20 });
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

/** A promise that the test resolves. */
function createGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
const kill = async (holder: GatewayProcess): Promise<void> => {
  holder.signal("SIGKILL");
  await holder.exited;
};
const eventsOf = ({ recording }: { recording: { trace: unknown[] } }) =>
  recording.trace.map((entry) => (entry as { event: string }).event);
const count = (texts: (string | null)[], part: string) =>
  texts.filter((text) => text?.includes(part) === true).length;

describe("a call whose gateway is killed", () => {
  it("continues on another gateway with its turns, values, consent and disclosure", async () => {
    const stored = await watchStored(fixture.ctx);
    const { agentId, sid, stream, holder } = await fixture.ring({
      variables: TABLE,
      ...DISCLOSED,
      ...RECORDED,
    });
    await fixture.agentSpoke(agentId, 1);
    await fixture.say(stream, 0);
    const before = await fixture.agentSpoke(agentId, 2);
    expect(before.recording.trace.at(-1)).toMatchObject({ event: "began_after_silence" });
    // A chunk of five seconds is stored, and a further one has begun.
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(0), PATIENCE);

    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    const resumed = await fixture.agentSpoke(agentId, 3);
    const question = resumed.transcript.at(-1)?.text ?? "";
    expect(question.startsWith(SORRY)).toBe(true);
    expect(question).toMatch(/how many people/i);

    await fixture.say(next, 1);
    await fixture.agentSpoke(agentId, 4);
    await fixture.say(next, 2);
    await next.over;
    const done = await fixture.settled(agentId);
    expect(done).toMatchObject({
      status: "completed",
      end_reason: "agent_ended",
      variables: { day: expect.stringMatching(/-12-01$/), people: 4 },
      resumptions: 1,
    });
    // No turn is missing or there twice.
    expect(fixture.spokenBy(done, "caller").map(({ text }) => text)).toEqual(LINES.slice(0, 3));
    expect(done.transcript.slice(0, before.transcript.length)).toEqual(before.transcript);
    const indexes = done.transcript.map(({ index }) => index);
    expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
    const texts = done.transcript.map(({ text }) => text);
    expect([MARK, SORRY, DISCLOSURE, ANNOUNCEMENT].map((part) => count(texts, part))).toEqual([1, 1, 1, 1]);
    expect(eventsOf(done)).toEqual(["announcing", "announced", "began_after_silence", "resumed", "stopped"]);
    await vi.waitFor(() => expect(fixture.carrier.lastAnswer()).toContain("<Hangup/>"), PATIENCE);

    // Both parts are one recording, at their times in the call.
    await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, done.id);
      expect((await fixture.read(done.id)).recording.state).toBe("recorded");
    }, PATIENCE);
    const peaks = await readPeaks(fixture.space.ctx("viewer"), done.id);
    const lastTurn = done.transcript.at(-1);
    expect(peaks.started_ms + peaks.duration_ms).toBeGreaterThan((lastTurn?.end_ms ?? 0) - 1_000);
    expect(peaks.started_ms + peaks.duration_ms).toBeLessThan((done.duration_ms ?? 0) + 1_000);
  });

  it("while the agent answers: the caller's words are answered once", async () => {
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: LONG_TABLE, ...DISCLOSED });
    await fixture.agentSpoke(agentId, 1);
    await fixture.say(stream, 0);
    // The caller's turn is stored, and the answer is being spoken.
    const before = await fixture.callerSpoke(agentId, 1);
    expect(fixture.spokenBy(before, "agent")).toHaveLength(1);
    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    const resumed = await fixture.agentSpoke(agentId, 2);
    expect(fixture.spokenBy(resumed, "caller")).toHaveLength(1);
    expect(fixture.spokenBy(resumed, "agent").at(-1)?.text).toMatch(/^Sorry, .*how many people/i);
    next.hangUp();
    const done = await fixture.settled(agentId);
    expect(done).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(fixture.spokenBy(done, "caller").map(({ text }) => text)).toEqual([LINES[0]]);
  });

  it.each([
    ["accepts: the two stay connected, and the call ends as transferred", [null, "1"], true],
    ["declines: the caller returns to the agent on another gateway", [null, "2"], false],
  ])("while a transfer rings, and the person %s", async (_, keys, accepts) => {
    const { promise: killed, resolve: continueBriefing } = createGate();
    const to = accepts ? "+12125550701" : "+12125550702";
    fixture.carrier.subscriber(to, { keys, wait: () => killed });
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: PEOPLE, transfer_to: to });
    await fixture.agentSpoke(agentId, 1);
    await fixture.say(stream, 5);
    const bridge = await vi.waitFor(() => {
      const leg = fixture.carrier.bridges.find((candidate) => candidate.to === to);
      if (leg === undefined) throw new Error("The person was not called.");
      return leg;
    }, PATIENCE);
    await kill(holder);
    continueBriefing();
    const { id } = await fixture.callOf(agentId);
    if (accepts) {
      await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
      // No worker runs here, so the test does the job of the queue until the lease of the dead gateway has expired.
      await vi.waitFor(async () => {
        await tickCall(fixture.ctx, id);
        expect((await fixture.callOf(agentId)).end_reason).toBe("transferred");
      }, PATIENCE);
    } else {
      const next = await fixture.nextStream(sid, stream);
      const call = await fixture.agentSpoke(agentId, 2);
      expect(fixture.spokenBy(call, "agent").at(-1)?.text).toContain(SORRY);
      expect(call.resumptions).toBe(1);
      next.hangUp();
      expect(await fixture.settled(agentId)).toMatchObject({ end_reason: "caller_hung_up" });
    }
  });

  it("during the disclosure: it is said again, from its beginning", async () => {
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: TABLE, ...DISCLOSED });
    await vi.waitFor(() => expect(stream.heard.length).toBeGreaterThan(10), PATIENCE);
    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    const [greeting] = fixture.spokenBy(await fixture.agentSpoke(agentId, 1), "agent");
    expect(greeting).toMatchObject({ text: expect.stringContaining(DISCLOSURE), interrupted: false });
    next.hangUp();
    await fixture.settled(agentId);
  });

  it("after an opt-out: it stands, and its question is asked again", async () => {
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: TABLE });
    await fixture.agentSpoke(agentId, 1);
    await fixture.say(stream, 3);
    const before = await fixture.callerSpoke(agentId, 1);
    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    await fixture.until(agentId, ({ transcript }) =>
      transcript.some(({ text }) => text?.startsWith(`${SORRY} I have removed your number`) === true),
    );
    await fixture.say(next, 2);
    const done = await fixture.settled(agentId);
    expect(done).toMatchObject({ end_reason: "opted_out", outcome: { tag: "opted_out" } });
    const suppressions = await reader(fixture.space.workspaceId).all(
      db.selectFrom("suppressions").select("source").where("call_id", "=", before.id),
    );
    expect(suppressions).toEqual([{ source: "spoken_opt_out" }]);
  });
});

describe("the recording of a call whose gateway is killed", () => {
  it("does not begin if the caller had not answered the announcement", async () => {
    const window = { ...RECORDED.recording, answer_window_ms: 5_000 };
    const stored = await watchStored(fixture.ctx);
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: TABLE, recording: window });
    await fixture.until(agentId, (call) => eventsOf(call).at(-1) === "announced");
    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    await fixture.agentSpoke(agentId, 1);
    await pause(6_000);
    next.hangUp();
    const done = await fixture.settled(agentId);
    expect(done.recording).toMatchObject({ state: "none", duration_ms: null });
    expect(eventsOf(done)).toEqual(["announcing", "announced", "interrupted"]);
    expect(
      count(
        done.transcript.map(({ text }) => text),
        "This call is not being recorded.",
      ),
    ).toBe(1);
    expect(await stored()).toEqual([]);
  });

  it("stays destroyed if the caller had declined, and is destroyed if they decline later", async () => {
    const stored = await watchStored(fixture.ctx);
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: TABLE, ...RECORDED });
    await fixture.agentSpoke(agentId, 1);
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(0), PATIENCE);
    await kill(holder);
    const next = await fixture.nextStream(sid, stream);
    await fixture.agentSpoke(agentId, 2);
    await fixture.say(next, 4);
    const declined = await fixture.until(agentId, ({ recording }) => recording.state === "suppressed");
    await vi.waitFor(async () => expect(await stored()).toEqual([]), PATIENCE);
    const contactId = declined.contactId ?? "";
    const consents = await readCurrentConsents(fixture.ctx.db, fixture.ctx, [contactId]);
    expect(consents.get(contactId)?.["recording:call"].state).toBe("revoked");
    next.hangUp();
    expect((await fixture.settled(agentId)).recording).toMatchObject({ state: "suppressed" });
    expect(await stored()).toEqual([]);
  });
});

describe("a gateway that has lost its call", () => {
  it("writes nothing when it wakes up after another has taken the call over", async () => {
    const { agentId, sid, stream, holder } = await fixture.ring({ variables: TABLE, ...RECORDED });
    await fixture.agentSpoke(agentId, 1);
    holder.signal("SIGSTOP");
    // Health checks fail before the carrier notices.
    await vi.waitFor(() => expect(fixture.gateways.first()).not.toBe(holder), PATIENCE);
    stream.drop();
    const next = await fixture.nextStream(sid, stream);
    await fixture.agentSpoke(agentId, 2);
    await fixture.say(next, 0);
    await fixture.agentSpoke(agentId, 3);
    holder.signal("SIGCONT");
    // Longer than it waits for its call, which the other one keeps.
    await pause(9_000);
    // The agent may have asked meanwhile whether the caller is still there.
    const { length: agentTurns } = fixture.spokenBy(await fixture.callOf(agentId), "agent");
    await fixture.say(next, 1);
    await fixture.agentSpoke(agentId, agentTurns + 1);
    await fixture.say(next, 2);
    await next.over;
    const done = await fixture.settled(agentId);
    expect(done).toMatchObject({ status: "completed", end_reason: "agent_ended", variables: { people: 4 } });
    expect(fixture.spokenBy(done, "caller").map(({ text }) => text)).toEqual(LINES.slice(0, 3));
    expect(eventsOf(done)).toEqual(["announcing", "announced", "began_after_silence", "resumed", "stopped"]);
  });
});

describe("a gateway that is told to end (SIGTERM)", () => {
  it("is not ready, refuses new calls, which another takes, and lets its call finish", async () => {
    await fixture.gateways.add();
    const { agentId, stream, holder: draining } = await fixture.ring({ variables: PEOPLE });
    await fixture.agentSpoke(agentId, 1);
    draining.signal("SIGTERM");
    // A call that comes in before the load balancer knows is refused, and Twilio is sent to another gateway.
    const early = await fixture.ring({ variables: PEOPLE });
    expect([101, 503]).toContain(early.stream.status);
    await vi.waitFor(async () => expect(await draining.readiness()).toBe(503), PATIENCE);
    await vi.waitFor(() => expect(fixture.gateways.first()).not.toBe(draining), PATIENCE);
    const late = await fixture.ring({ variables: PEOPLE });
    expect(late.stream.status).toBe(101);
    for (const { agentId: newAgent, sid } of [early, late]) {
      await fixture.agentSpoke(newAgent, 1);
      requireStream(fixture.carrier.streamOf(sid)).hangUp();
      expect(await fixture.settled(newAgent)).toMatchObject({ end_reason: "caller_hung_up", resumptions: 0 });
    }

    await fixture.say(stream, 1);
    await fixture.agentSpoke(agentId, 2);
    expect(draining.isRunning()).toBe(true);
    await fixture.say(stream, 2);
    await stream.over;
    const done = await fixture.settled(agentId);
    expect(done).toMatchObject({ end_reason: "agent_ended", variables: { people: 4 }, resumptions: 0 });
    expect(await draining.exited).toBe(0);
  });

  it("ends calls that are longer than DRAIN_SECONDS, and at SIGINT at once", async () => {
    const draining = await fixture.gateways.add({ DRAIN_SECONDS: "2" });
    fixture.gateways.prefer(draining);
    await vi.waitFor(() => expect(fixture.gateways.first()).toBe(draining), PATIENCE);
    const first = await fixture.ring({ variables: PEOPLE });
    await fixture.agentSpoke(first.agentId, 1);
    const toldMs = performance.now();
    draining.signal("SIGTERM");
    draining.signal("SIGTERM");
    expect(await draining.exited).toBe(0);
    expect(performance.now() - toldMs).toBeGreaterThan(1_900);
    expect(await fixture.settled(first.agentId)).toMatchObject({
      status: "failed",
      end_reason: "interrupted_by_restart",
    });

    const second = await fixture.ring({ variables: PEOPLE });
    await fixture.agentSpoke(second.agentId, 1);
    // It would drain for ten minutes.
    second.holder.signal("SIGTERM");
    await vi.waitFor(async () => expect(await second.holder.readiness()).toBe(503), PATIENCE);
    expect(second.holder.isRunning()).toBe(true);
    second.holder.signal("SIGINT");
    expect(await second.holder.exited).toBe(0);
    expect(await fixture.settled(second.agentId)).toMatchObject({ end_reason: "interrupted_by_restart" });
  });
});
