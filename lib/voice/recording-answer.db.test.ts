import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { finishRecording, removeRecording } from "@/lib/calls/recordings";
import { db } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { speech } from "./testing/providers";
import { watchStored } from "./testing/stored";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 15_000, interval: 20 };
const ANNOUNCEMENT = "This call is recorded. Say no or press 9 if you do not want that.";
const RECORDED = { recording: { enabled: true, announcement: ANNOUNCEMENT } };
/** The tests read from the database that the announcement was heard, and must answer before this time is over. */
const WINDOW_MS = 6_000;
const UNRECORDED = "All right. This call is not being recorded.";
const LINES = ["no", "nope", "no thank you", "no problem", "two tables", null, "yes"];

let fixture: VoiceDesk;
beforeAll(async () => {
  fixture = await openVoiceDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

type Options = { script?: object; recording?: object };
/** A call whose announcement has been heard to its end. */
async function announced({ script = {}, recording = {} }: Options = {}) {
  const agentId = await fixture.agent(
    { lines: LINES, charMs: 5, ...script },
    {
      // The first question takes digits: there a 9 would be an answer.
      variables: [{ name: "people", type: "number", description: "how many people come" }],
      recording: { ...RECORDED.recording, answer_window_ms: WINDOW_MS, ...recording },
    },
  );
  const { call, browser } = await fixture.call(agentId);
  await vi.waitFor(async () => {
    expect((await fixture.read(call.id)).recording.announced_at).not.toBeNull();
  }, PATIENCE);
  return { call, browser };
}
const read = (id: string) => fixture.read(id);
const state = async (id: string) => (await read(id)).recording.state;
type Browser = Awaited<ReturnType<typeof announced>>["browser"];
/** The messages about the recording that the browser received. */
const system = (browser: Browser): string[] =>
  browser
    .turns()
    .filter(({ role }) => role === "system")
    .map(({ text }) => text);
const spokenRoles = (call: { transcript: readonly { role: string }[] }) =>
  call.transcript.slice(0, 3).map(({ role }) => role);
const events = (call: { recording: { trace: unknown[] } }) =>
  call.recording.trace.map((entry) => (entry as { event: string }).event);
const settled = (id: string) =>
  vi.waitFor(async () => {
    const call = await read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);

/** Removes a recording once all of its sound is stored, so that nothing of it comes later. */
async function forget(id: string): Promise<void> {
  await vi.waitFor(async () => {
    await finishRecording(fixture.ctx, id);
    expect(await state(id)).toMatch(/^(recorded|none)$/);
    const row = await fixture.ctx.db.first(
      db.selectFrom("recordings").select("state").where("call_id", "=", id).where("state", "!=", "ready"),
    );
    expect(row).toBeUndefined();
  }, PATIENCE);
  await removeRecording(fixture.ctx, id, "expired");
}

describe("the answer to an announcement", () => {
  it.each([0, 1, 2])("declines by a bare negative (line %i)", async (line) => {
    const stored = await watchStored(fixture.ctx);
    const { call, browser } = await announced();
    await browser.say(speech(line, 500));
    await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
    browser.send({ type: "hang_up" });
    await browser.over();
    expect((await settled(call.id)).recording.opted_out_at).not.toBeNull();
    expect(await stored()).toEqual([]);
  });

  it.each([57, 1_100])("declines by key 9, %i ms after it was heard", async (ms) => {
    const { call, browser } = await announced();
    await new Promise((resolve) => setTimeout(resolve, ms));
    browser.send({ type: "key", key: "9" });
    await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
    await browser.until(() => system(browser).includes(UNRECORDED));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(spokenRoles(done)).toEqual(["system", "system", "system"]);
  });

  it("waits for the end of its window in silence, pending, and then records", async () => {
    const stored = await watchStored(fixture.ctx);
    const { call, browser } = await announced();
    expect(await state(call.id)).toBe("pending");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(browser.turns().filter(({ role }) => role === "agent")).toEqual([]);
    expect(await stored()).toEqual([]);
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    expect(await state(call.id)).toBe("none");
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(events(done)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
    expect(done.transcript[0]).toMatchObject({ role: "system", text: ANNOUNCEMENT, interrupted: false });
    expect(done.transcript[0]?.end_ms).toBeGreaterThan(done.transcript[0]?.start_ms ?? 0);
    await forget(call.id);
  });

  it("stays open for a slow transcriber, and heeds what was said in it", async () => {
    // The words come after the window, and within the time of an utterance.
    const { call, browser } = await announced({
      script: { recogniseMs: 4_500 },
      recording: { answer_window_ms: 3_500 },
    });
    await browser.say(speech(0, 500), 3_500);
    expect(browser.turns().filter(({ role }) => role === "agent")).toEqual([]);
    await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(events(await settled(call.id))).toEqual(["announcing", "announced", "declined_by_words"]);
  });

  it("declines while it is still being announced", async () => {
    const agentId = await fixture.agent({ lines: LINES, charMs: 60 }, RECORDED);
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 10);
    await browser.say(speech(0, 500));
    await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
    await browser.until(() => system(browser).includes(UNRECORDED));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(done.recording.announced_at).toBeNull();
    expect(done.transcript.slice(0, 3)).toMatchObject([
      { role: "system", interrupted: true },
      { role: "system", text: "The caller declined the recording." },
      { role: "system", text: UNRECORDED },
    ]);
  });

  it("is no refusal where it accepts, and no part of the conversation", async () => {
    const { call, browser } = await announced();
    await browser.say(speech(3, 500));
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(events(done)).toContain("began_after_yes");
    expect(done.transcript.filter(({ role }) => role === "caller")).toEqual([]);
    await forget(call.id);
  });

  it("becomes the caller's first turn where it is about something else", async () => {
    const { call, browser } = await announced();
    await browser.say(speech(4, 500));
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(events(done)).toContain("began_after_words");
    expect(done.transcript.slice(0, 3)).toMatchObject([
      { role: "system" },
      { role: "caller", text: "two tables" },
      { role: "agent" },
    ]);
    await forget(call.id);
  });

  it.each([
    ["is not understood", {}],
    ["is lost in a transcriber that fails", { transcriberFails: true }],
  ])("is asked for once where it %s, and then nothing is recorded", async (_, script) => {
    const stored = await watchStored(fixture.ctx);
    const { call, browser } = await announced({ script });
    await browser.say(speech(5, 600));
    await browser.until(() => system(browser).some((text) => text.startsWith("May I record this call?")));
    await browser.say(speech(5, 600));
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(done.recording).toMatchObject({ state: "none", opted_out_at: null });
    expect(events(done)).toEqual(["announcing", "announced", "asked", "unanswered"]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ["words", "began_after_yes"],
    ["key", "began_after_yes"],
  ])("is taken from the question behind it, by %s", async (by, event) => {
    const { call, browser } = await announced();
    await browser.say(speech(5, 600));
    await browser.until(() => system(browser).some((text) => text.startsWith("May I record this call?")));
    if (by === "words") await browser.say(speech(6, 600));
    else browser.send({ type: "key", key: "1" });
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(events(await settled(call.id))).toContain(event);
    await forget(call.id);
  });

  it("ends the call as declined, without further promises, if the agent cannot continue unrecorded", async () => {
    const { call, browser } = await announced({ recording: { allow_caller_opt_out: false } });
    await browser.say(speech(0, 500));
    await browser.over();
    const done = await settled(call.id);
    expect(done).toMatchObject({ end_reason: "declined", recording: { state: "suppressed" } });
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toEqual([
      "This call is recorded.",
      "If you do not agree, please hang up.",
      "I am sorry, I cannot continue this call without recording it.",
      "Goodbye.",
    ]);
  });
});

describe("a lone 9 later in a call", () => {
  async function pressed(extra: object, answer: (browser: Browser) => unknown) {
    const agentId = await fixture.agent({ lines: LINES, charMs: 5 }, { ...RECORDED, ...extra });
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    await browser.state("listening");
    browser.send({ type: "key", key: "9" });
    await browser.until(() => system(browser).some((text) => text.startsWith("You pressed 9.")));
    await answer(browser);
    return { call, browser };
  }

  it("is asked about, and stands unless it is taken back", async () => {
    const { call, browser } = await pressed({}, () => undefined);
    await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(events(await settled(call.id)).slice(-2)).toEqual(["asked_to_stop", "declined_by_key"]);
  });

  it("is taken back by a no", async () => {
    const { call, browser } = await pressed({}, (b) => b.say(speech(0, 500)));
    await browser.until(() => system(browser).includes("All right. The recording continues."));
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(events(done).slice(-3)).toEqual(["asked_to_stop", "kept_recording", "stopped"]);
    expect(done.recording.opted_out_at).toBeNull();
    await forget(call.id);
  });

  it("is an answer where a number is asked for", async () => {
    const variables = [{ name: "people", type: "number", description: "how many people come" }];
    const agentId = await fixture.agent({ lines: LINES, charMs: 5 }, { ...RECORDED, variables });
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
    await browser.state("listening");
    browser.send({ type: "key", key: "9" });
    await browser.until(() => browser.turns().some(({ role, text }) => role === "caller" && text === "9"));
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(events(await settled(call.id))).not.toContain("asked_to_stop");
    await forget(call.id);
  });
});

it("counts explicit refusals alone where nothing was announced", async () => {
  const lines = ["no", "please do not record this"];
  const agentId = await fixture.agent(
    { lines, charMs: 5 },
    { recording: { enabled: true, announce: false } },
  );
  const { call, browser } = await fixture.call(agentId);
  await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
  await browser.state("listening");
  await browser.say(speech(0, 500));
  await browser.until(() => browser.turns().some(({ role, text }) => role === "caller" && text === "no"));
  await browser.state("listening");
  await browser.say(speech(1, 500));
  await vi.waitFor(async () => expect(await state(call.id)).toBe("suppressed"), PATIENCE);
  browser.send({ type: "hang_up" });
  await browser.over();
  await settled(call.id);
});
