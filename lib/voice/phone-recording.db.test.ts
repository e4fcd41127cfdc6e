import "@/test/fixtures/loopback";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCurrentConsents } from "@/lib/contacts/consent";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { VOICE_LIMITS } from "./limits";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, tone } from "./testing/providers";
import { watchStored } from "./testing/stored";
import type { Stream } from "./testing/stream";

const PATIENCE = { timeout: 20_000, interval: 20 };
const ANNOUNCEMENT = "This call is recorded.";
const RECORDED = { recording: { enabled: true, announcement: ANNOUNCEMENT } };
const LINES = ["please do not record this"];
/** Enough to end an utterance by. */
const BEHIND_MS = 900;

let fixture: PhoneDesk;
beforeAll(async () => {
  fixture = await openPhoneDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

/** Looks at the storage all the time: what has come since, and whether anything came while it was said not to. */
async function watchStorage() {
  const stored = await watchStored(fixture.ctx);
  let maximum = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      maximum = Math.max(maximum, (await stored()).length);
      await pause(10);
    }
  };
  const watching = watch();
  return {
    stored,
    most: () => maximum,
    stop: async () => {
      isOver = true;
      await watching;
    },
  };
}

function requireStream(stream: Stream | null): Stream {
  if (stream === null) throw new Error("There is no stream.");
  return stream;
}
/** The newest call of an agent. */
const callOf = async (agentId: string) => {
  const row = await reader(fixture.space.workspaceId).first(
    db
      .selectFrom("calls")
      .select(["id", "contact_id"])
      .where("agent_id", "=", agentId)
      .orderBy("created_at", "desc")
      .limit(1),
  );
  if (row === undefined) throw new Error("There is no call.");
  return { ...(await fixture.read(row.id)), contactId: row.contact_id };
};
type RecordedCall = Awaited<ReturnType<typeof callOf>>;
const until = (agentId: string, matches: (call: RecordedCall) => boolean) =>
  vi.waitFor(async () => {
    const call = await callOf(agentId);
    if (!matches(call)) throw new Error(`Not yet: ${JSON.stringify(call.recording)}`);
    return call;
  }, PATIENCE);
const settled = (agentId: string) => until(agentId, (call) => call.settled_at !== null);
const events = (call: RecordedCall) =>
  call.recording.trace.map((entry) => (entry as { event: string }).event);
const spokenIn = (call: RecordedCall) => fixture.providersOf(call.id)?.synthesizedTexts ?? [];
const hasAgentTurn = (transcript: RecordedCall["transcript"]) =>
  transcript.some(({ role }) => role === "agent");
const decline = async (stream: Stream, by: string): Promise<void> => {
  // A lone 9 is asked about, and counts unless it is withdrawn.
  if (by === "key") stream.press("9");
  else await stream.say([...tone(0, 600), ...silence(BEHIND_MS)]);
};

describe("a telephone call that is recorded", () => {
  it.each(["words", "key"])(
    "stores no audio once its caller declines by %s, and continues; their later calls are not recorded either",
    async (by) => {
      const storage = await watchStorage();
      const agentId = await fixture.agent({ lines: LINES, charMs: 30 }, RECORDED);
      const [number, person] = [await fixture.line(agentId), fixture.person()];
      const stream = requireStream((await fixture.rings(person, number)).stream);
      await until(agentId, ({ transcript }) => hasAgentTurn(transcript));
      // A chunk is stored when its five seconds are full.
      await vi.waitFor(async () => expect((await storage.stored()).length).toBeGreaterThan(0), PATIENCE);
      await decline(stream, by);
      const running = await until(agentId, ({ recording }) => recording.state === "suppressed");
      expect(running.ended_at, "the call goes on").toBeNull();
      await vi.waitFor(async () => expect(await storage.stored()).toEqual([]), PATIENCE);
      await vi.waitFor(
        () => expect(spokenIn(running).join("")).toContain("This call is not being recorded."),
        PATIENCE,
      );
      stream.hangUp();
      const done = await settled(agentId);
      expect(done).toMatchObject({
        status: "completed",
        end_reason: "caller_hung_up",
        recording: { state: "suppressed", opted_out_at: expect.any(String), duration_ms: null },
      });
      expect(events(done)).toEqual([
        "announcing",
        "announced",
        "began_after_silence",
        ...(by === "key" ? ["asked_to_stop"] : []),
        `declined_by_${by}`,
      ]);
      expect(await storage.stored()).toEqual([]);
      const contactId = done.contactId ?? "";
      const consents = await readCurrentConsents(fixture.ctx.db, fixture.ctx, [contactId]);
      expect(consents.get(contactId)?.["recording:call"].state).toBe("revoked");
      await storage.stop();

      const later = await watchStorage();
      const secondStream = requireStream((await fixture.rings(person, number)).stream);
      await until(agentId, (call) => call.id !== done.id && hasAgentTurn(call.transcript));
      secondStream.hangUp();
      const next = await until(agentId, (call) => call.id !== done.id && call.settled_at !== null);
      expect(next.recording.state).toBe("suppressed");
      expect(spokenIn(next)).not.toContain(ANNOUNCEMENT);
      expect(later.most()).toBe(0);
      await later.stop();
    },
  );

  it("never stores audio of a caller who declines during the announcement", async () => {
    const storage = await watchStorage();
    const agentId = await fixture.agent({ lines: LINES, charMs: 100 }, RECORDED);
    const stream = requireStream((await fixture.rings(fixture.person(), await fixture.line(agentId))).stream);
    await vi.waitFor(() => expect(stream.heard.length).toBeGreaterThan(20), PATIENCE);
    stream.press("9");
    await until(agentId, ({ transcript }) => hasAgentTurn(transcript));
    stream.hangUp();
    const done = await settled(agentId);
    expect(done.recording).toMatchObject({ state: "suppressed", announced_at: null });
    expect(storage.most()).toBe(0);
    await storage.stop();
  });

  it("repeats the announcement until the carrier confirms its playback, at most three times, and continues unrecorded", async () => {
    const { heardMs } = VOICE_LIMITS;
    Object.assign(VOICE_LIMITS, { heardMs: 400 });
    const storage = await watchStorage();
    const agentId = await fixture.agent({ lines: LINES }, RECORDED);
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId), { noMarks: true });
    const running = await until(agentId, ({ transcript }) => hasAgentTurn(transcript));
    Object.assign(VOICE_LIMITS, { heardMs });
    expect(running.ended_at).toBeNull();
    expect(spokenIn(running).filter((text) => text === ANNOUNCEMENT)).toHaveLength(3);
    await requireStream(stream).say(silence(1_000));
    requireStream(stream).hangUp();
    const done = await settled(agentId);
    expect(done.recording).toMatchObject({ state: "none", announced_at: null });
    expect(events(done)).toEqual([
      "announcing",
      "announcement_cut",
      "announcement_cut",
      "announcement_unheard",
    ]);
    expect(storage.most()).toBe(0);
    await storage.stop();
  });
});
