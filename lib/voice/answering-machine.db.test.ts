import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FRAME_MS, FRAME_SAMPLES, RATE_HZ } from "@/lib/platform/audio";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, tone } from "./testing/providers";
import type { Stream } from "./testing/stream";

const PATIENCE = { timeout: 20_000, interval: 20 };
const MESSAGE = "This is the clinic. Please call us back.";
const LEAVE = { answering_machine: { action: "leave_message", message: MESSAGE } };
/** Longer than the first words of a person. */
const GREETING_MS = 3_000;
/** Words of the other side; the transcriber understands line `n` as the text in `lines`. */
const GREETINGS = {
  hello: "Hello?",
  optOut: "Stop calling me.",
  mailbox: "Hi, you have reached Tom. Please leave a message after the tone.",
  screening: "Record your name and reason for calling, and I'll see if this person is available.",
};

let fixture: PhoneDesk;
beforeAll(async () => {
  fixture = await openPhoneDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

/** The steady tone of a mailbox. */
const beep = (ms: number): Int16Array[] =>
  Array.from({ length: ms / FRAME_MS }, (_, i) =>
    Int16Array.from(
      { length: FRAME_SAMPLES },
      (__, s) => 9_000 * Math.sin((2 * Math.PI * 1_000 * (i * FRAME_SAMPLES + s)) / RATE_HZ),
    ),
  );

/** Calls a telephone that is answered. `lines`: what the other side says, in order. */
async function answered(lines: readonly string[], config: object = {}) {
  const agentId = await fixture.agent({ lines, charMs: 5 }, { greeting: "Good afternoon.", ...config });
  await fixture.line(agentId);
  const person = fixture.person();
  const { id } = await fixture.dials(agentId, person);
  const stream = await fixture.carrier.ring(person);
  if (stream === null) throw new Error("There is no stream.");
  return { id, person, stream };
}
const settled = (id: string) =>
  vi.waitFor(async () => {
    const call = await fixture.read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);
const agentTurns = async (id: string) =>
  (await fixture.read(id)).transcript.filter(({ role }) => role === "agent");
const agentSpoke = (id: string) =>
  vi.waitFor(async () => expect((await agentTurns(id)).length).toBeGreaterThan(0), PATIENCE);
const says = (stream: Stream, n: number, ms: number, pauseMs = 900) =>
  stream.say([...tone(n, ms), ...silence(pauseMs)]);
const systemTexts = (call: Awaited<ReturnType<typeof settled>>) =>
  call.transcript.filter(({ role }) => role === "system").map(({ text }) => text);

describe("an outbound call that a person answers", () => {
  it("begins after their greeting, which is no turn", async () => {
    const { id, stream } = await answered([GREETINGS.hello]);
    await says(stream, 0, 500);
    await agentSpoke(id);
    stream.hangUp();
    const call = await settled(id);
    expect(call.status).toBe("completed");
    expect(call.transcript.map(({ role }) => role)).toEqual(["agent"]);
  });

  it("loses none of their first words: an opt-out takes effect", async () => {
    const { id, stream } = await answered([GREETINGS.optOut]);
    await says(stream, 0, 900);
    await stream.over;
    const call = await settled(id);
    expect(call).toMatchObject({ status: "completed", outcome: { tag: "opted_out" } });
    expect(call.transcript[0]).toMatchObject({ role: "caller", text: GREETINGS.optOut });
  });

  it("begins also if the carrier takes their short greeting for a machine", async () => {
    const { id, person, stream } = await answered([GREETINGS.hello]);
    await says(stream, 0, 500, 100);
    expect(await fixture.carrier.detects(person, "machine_end_other")).toBeLessThan(300);
    await says(stream, 0, 20);
    await agentSpoke(id);
    stream.hangUp();
    expect(await settled(id)).toMatchObject({ status: "completed" });
  });
});

describe("an outbound call that a mailbox answers", () => {
  it("ends as voicemail, known by the words of its greeting", async () => {
    const { id, stream } = await answered([GREETINGS.mailbox]);
    await says(stream, 0, GREETING_MS);
    await stream.over;
    const call = await settled(id);
    expect(call).toMatchObject({
      status: "voicemail",
      end_reason: "voicemail_reached",
      outcome: { tag: "voicemail", successful: false },
      transcript: [],
    });
  });

  it("ends as voicemail, known by its beep alone", async () => {
    const { id, stream } = await answered(["good day"]);
    await stream.say([...tone(0, GREETING_MS), ...silence(200), ...beep(400), ...silence(900)]);
    await stream.over;
    expect(await settled(id)).toMatchObject({ status: "voicemail", end_reason: "voicemail_reached" });
  });

  it("ends as voicemail if the carrier hears the end of a long greeting", async () => {
    const { id, person, stream } = await answered(["good day"]);
    const greeting = stream.say([...tone(0, GREETING_MS + 500), ...silence(900)]);
    await vi.waitFor(() => expect(stream.sent()).toBeGreaterThan(GREETING_MS / FRAME_MS), PATIENCE);
    await fixture.carrier.detects(person, "machine_end_silence");
    await greeting;
    await stream.over;
    expect(await settled(id)).toMatchObject({ status: "voicemail" });
  });

  it("gets the agent's message after its beep, and not before", async () => {
    const disclosure = { enabled: true, text: "Hello, this is an automated assistant." };
    const { id, stream } = await answered([GREETINGS.mailbox], { ...LEAVE, disclosure });
    await stream.say([...tone(0, GREETING_MS), ...silence(600)]);
    expect(stream.heard.filter(({ level }) => level > 500)).toEqual([]);
    await stream.say([...beep(400), ...silence(200)]);
    await stream.over;
    expect(stream.heard.some(({ level }) => level > 500)).toBe(true);
    const call = await settled(id);
    expect(call).toMatchObject({ status: "voicemail", outcome: { tag: "voicemail" } });
    // The disclosure comes first.
    expect(systemTexts(call)).toEqual([expect.stringMatching(/automated assistant.*Please call us back/s)]);
  });

  it("is recognized also after a short first sentence, while the agent already speaks", async () => {
    const { id, stream } = await answered([GREETINGS.hello, GREETINGS.mailbox], LEAVE);
    await says(stream, 0, 500);
    await vi.waitFor(() => expect(stream.heard.some(({ level }) => level > 500)).toBe(true), PATIENCE);
    await stream.say([...tone(1, GREETING_MS), ...silence(600), ...beep(400), ...silence(200)]);
    await stream.over;
    const call = await settled(id);
    expect(call).toMatchObject({ status: "voicemail", end_reason: "voicemail_reached" });
    expect(systemTexts(call).at(-1)).toContain(MESSAGE);
  });
});

describe("an outbound call that a screening service answers", () => {
  it("says who calls, and talks to the person behind it", async () => {
    const reply = "I am calling for the clinic about a visit.";
    const config = { answering_machine: { screening_reply: reply } };
    const { id, stream } = await answered([GREETINGS.screening, GREETINGS.hello], config);
    await says(stream, 0, GREETING_MS);
    await vi.waitFor(async () => {
      const { transcript } = await fixture.read(id);
      expect(transcript.some(({ role, text }) => role === "system" && text?.includes(reply))).toBe(true);
    }, PATIENCE);
    expect(await agentTurns(id)).toEqual([]);
    await says(stream, 1, 500);
    await agentSpoke(id);
    stream.hangUp();
    expect(await settled(id)).toMatchObject({ status: "completed" });
  });
});
