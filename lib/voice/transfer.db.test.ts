import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { calls as callsTool, says, startTestModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { finishRecording, readPeaks } from "@/lib/calls/recordings";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { UpdateWorkspace } from "@/lib/identity/workspaces/schema";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, speech, tone } from "./testing/providers";
import { watchStored } from "./testing/stored";
import type { Stream } from "./testing/stream";
import { recordingEvents, toolTurn, watchCalls } from "./testing/watch-calls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const LINES = ["I want to talk to a human", "never mind", "please stop recording"];
const ANNOUNCEMENT = "This call is recorded.";
const RECORDED = { enabled: true, announce: true, announcement: ANNOUNCEMENT };
/** A test that answers reads from the database that the announcement was heard, before this time is over. */
const WINDOW_MS = 6_000;
/** Frames of what is said behind the bridge. */
const A_SECOND = 50;
const WORDS = [...tone(0, 600), ...silence(900)];
let fixture: PhoneDesk;
let model: TestModel;
let humans = 0;
const { agentSpoke, callOf, settled } = watchCalls(() => fixture);

beforeAll(async () => {
  fixture = await openPhoneDesk();
  model = await startTestModel(fixture);
  // Tools that put callers through are deployed where a carrier is connected.
  await fixture.line(null);
});
afterAll(async () => {
  await fixture.close();
  await model.close();
  await closeHub();
});

const human = () => `+1212555${String(100 + humans++).padStart(4, "0")}`;
const transferring = (to: string, extra: object = {}) =>
  fixture.agent(
    { lines: LINES, charMs: 5 },
    {
      tools: ["transfer_to_human"],
      transfer_to: to,
      variables: [{ name: "people", type: "number", description: "how many people come" }],
      ...extra,
    },
  );

/** A caller who asks for a human after the greeting. */
async function asks(agentId: string): Promise<{ sid: string; stream: Stream }> {
  const { stream, form } = await fixture.rings(fixture.person(), await fixture.line(agentId));
  if (stream === null) throw new Error("There is no stream.");
  await agentSpoke(agentId, 1);
  await stream.say(WORDS);
  return { sid: form.CallSid, stream };
}
const bridgeTo = (to: string) =>
  vi.waitFor(() => {
    const bridge = fixture.carrier.bridges.find((candidate) => candidate.to === to);
    if (bridge === undefined) throw new Error("Nobody was put through.");
    return bridge;
  }, PATIENCE);

describe("a caller who is put through to a human", () => {
  it("is let in once that has heard the announcement, and both are recorded until they end", async () => {
    const to = human();
    const agentId = await transferring(to, { recording: { ...RECORDED, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge).toMatchObject({
      joined: true,
      heardWords: [
        expect.stringMatching(/transferring a caller to you\. The caller said: I want to talk to a human$/),
        ANNOUNCEMENT,
      ],
    });
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(toolTurn(call)).toMatchObject({ name: "transfer_to_human", ok: true });
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toContain("One moment, please.");
    await finishRecording(fixture.ctx, call.id);
    // It continues after the call, so it has no file yet.
    expect((await fixture.read(call.id)).recording.state).not.toBe("recorded");
    await vi.waitFor(() => expect(bridge.copy?.sent()).toBeGreaterThan(A_SECOND), PATIENCE);
    await bridge.hangUp();
    const done = await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      const current = await fixture.read(call.id);
      expect(current.recording.state).toBe("recorded");
      return current;
    }, PATIENCE);
    expect(recordingEvents(done)).toEqual([
      "announcing",
      "announced",
      "began_after_silence",
      "announced_on_bridge",
      "stopped",
    ]);
    const peaks = await readPeaks(fixture.ctx, call.id);
    const last = (leg: readonly number[]) => Math.max(...leg.slice(-Math.ceil(leg.length / 10)));
    expect(last(peaks.caller)).toBeGreaterThan(0.05);
    expect(last(peaks.agent)).toBeGreaterThan(0.05);
  });

  it("is recorded no more, and nothing of it is left, once the caller says so behind the bridge", async () => {
    const stored = await watchStored(fixture.ctx);
    const to = human();
    const agentId = await transferring(to, { recording: { ...RECORDED, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    // Sound is stored as it is heard: there is something to destroy.
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(0), PATIENCE);
    // Words that refuse nothing are none of ours.
    await bridge.copy?.say([...silence(1_200), ...tone(1, 600), ...silence(900)]);
    expect((await fixture.read(call.id)).recording.state).not.toBe("suppressed");
    await bridge.copy?.say([...silence(1_200), ...tone(2, 600), ...silence(1_200)]);
    const done = await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      const current = await fixture.read(call.id);
      expect(current.recording.state).toBe("suppressed");
      return current;
    }, PATIENCE);
    expect(recordingEvents(done).at(-1)).toBe("declined_by_words");
    await vi.waitFor(async () => expect(await stored()).toEqual([]), PATIENCE);
    // The bridge is not interrupted for it.
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    await bridge.hangUp();
  });

  it("stops being recorded at the bridge where the human presses 9 before joining, and keeps what was recorded", async () => {
    const to = human();
    fixture.carrier.subscriber(to, { keys: ["9"] });
    const agentId = await transferring(to, { recording: { ...RECORDED, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(call.end_reason).toBe("transferred");
    await vi.waitFor(() => expect(bridge.copy?.isClosed()).toBe(true), PATIENCE);
    const done = await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      const current = await fixture.read(call.id);
      expect(current.recording.state).toBe("recorded");
      return current;
    }, PATIENCE);
    expect(recordingEvents(done).at(-1)).toBe("declined_on_bridge");
    expect(done.recording.opted_out_at).toBeNull();
  });

  it("hears a suggested announcement that offers the key alone, as words are not heard before joining", async () => {
    const to = human();
    const agentId = await transferring(to, { recording: { enabled: true, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.heardWords).toContain("This call is recorded. Press 9 if you do not want that.");
    await bridge.hangUp();
  });

  it("is not put through to a mailbox: the agent continues, and is told that no one accepted", async () => {
    const to = human();
    fixture.carrier.subscriber(to, { mailbox: true });
    const agentId = await transferring(to);
    const { sid } = await asks(agentId);
    const bridge = await bridgeTo(to);
    await agentSpoke(agentId, 2);
    const call = await callOf(agentId);
    expect(bridge.joined).toBe(false);
    expect(call.status).toBe("in_progress");
    expect(toolTurn(call)).toMatchObject({ ok: false, result: { error: { code: "not_accepted" } } });
    fixture.carrier.streamOf(sid)?.hangUp();
    expect((await settled(agentId)).end_reason).toBe("caller_hung_up");
  });

  it.each([
    ["yes", "transferred"],
    ["nothing", "declined"],
  ])("is offered a human if the call cannot continue unrecorded, and answers %s", async (answer, ends) => {
    const to = human();
    const recording = { ...RECORDED, allow_caller_opt_out: false, answer_window_ms: WINDOW_MS };
    const agentId = await transferring(to, { recording });
    const { stream } = await fixture.rings(fixture.person(), await fixture.line(agentId));
    await vi.waitFor(
      async () => expect((await callOf(agentId)).recording.announced_at).not.toBeNull(),
      PATIENCE,
    );
    stream?.press("9");
    await vi.waitFor(async () => {
      const texts = (await callOf(agentId)).transcript.map(({ text }) => text);
      expect(texts).toContain("Shall I put you through to a person? Say yes, or press 1.");
    }, PATIENCE);
    if (answer === "yes") stream?.press("1");
    const call = await settled(agentId);
    expect(call).toMatchObject({ end_reason: ends, recording: { state: "suppressed" } });
    const bridge = fixture.carrier.bridges.find((candidate) => candidate.to === to);
    await vi.waitFor(() => expect(bridge?.joined).toBe(answer === "yes" ? true : undefined), PATIENCE);
    if (bridge !== undefined)
      expect(bridge).toMatchObject({
        heardWords: [expect.stringMatching(/transferring a caller to you\.$/)],
        copy: null,
      });
  });

  it.each([
    ["without an announcement there", { announce_on_transfer: false }, []],
    [
      "where values are to be masked, which no transcript tells of",
      { announce_on_transfer: true },
      [{ name: "people", type: "number", description: "how many", sensitive: true }],
    ],
  ])("is recorded no further %s", async (_, recording, variables) => {
    const to = human();
    const agentId = await transferring(to, {
      recording: { ...RECORDED, ...recording },
      ...(variables.length > 0 && { variables }),
    });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge).toMatchObject({ joined: true, copy: null });
    expect(bridge.heardWords.join(" ")).not.toContain(ANNOUNCEMENT);
    expect(call.end_reason).toBe("transferred");
    expect(recordingEvents(call)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
  });

  it.each([
    ["busy", "busy"],
    ["no-answer", "no_answer"],
    ["failed", "unreachable"],
  ] as const)("comes back to the agent where that is %s", async (answers, code) => {
    const to = human();
    fixture.carrier.subscriber(to, { answers });
    const agentId = await transferring(to);
    const { sid, stream } = await asks(agentId);
    const agentTexts = await agentSpoke(agentId, 2);
    expect(agentTexts.at(-1)?.text).toContain("nobody can be reached right now");
    const newStream = fixture.carrier.streamOf(sid);
    expect(newStream).not.toBe(stream);
    await newStream?.say([...tone(1, 600), ...silence(900)]);
    await vi.waitFor(async () => {
      const callerTurns = (await callOf(agentId)).transcript.filter(({ role }) => role === "caller");
      expect(callerTurns).toHaveLength(2);
    }, PATIENCE);
    newStream?.hangUp();
    const call = await settled(agentId);
    expect(call.end_reason).toBe("caller_hung_up");
    expect(toolTurn(call)).toMatchObject({ ok: false, result: { error: { code } } });
  });

  it("is told so where the number is none, or the carrier refuses", async () => {
    for (const [to, refuses, code] of [
      ["+12120000000", false, "invalid_number"],
      [human(), true, "unavailable"],
    ] as const) {
      const agentId = await transferring(to);
      fixture.carrier.refuses(refuses);
      const { stream } = await asks(agentId);
      const agentTexts = await agentSpoke(agentId, 2);
      fixture.carrier.refuses(false);
      expect(agentTexts.at(-1)?.text).toContain("nobody can be reached right now");
      expect(toolTurn(await callOf(agentId))).toMatchObject({ ok: false, result: { error: { code } } });
      stream.hangUp();
      expect((await settled(agentId)).end_reason).toBe("caller_hung_up");
    }
  });

  it("ends the call by hanging up while it rings", async () => {
    const to = human();
    fixture.carrier.subscriber(to, { answers: "never" });
    const agentId = await transferring(to);
    await asks(agentId);
    await bridgeTo(to);
    await fixture.carrier.leave();
    expect(fixture.carrier.bridges.find((bridge) => bridge.to === to)).toMatchObject({
      isOver: true,
      joined: false,
    });
    expect(await settled(agentId)).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
  });

  it("is told plainly that a browser's call cannot be", async () => {
    const agentId = await transferring(human());
    const { browser } = await fixture.call(agentId);
    await browser.until(() => browser.turns().length > 0);
    await browser.state("listening");
    await browser.say(speech(0, 600));
    await browser.until(() => browser.turns().some(({ text }) => text?.includes("cannot put you through")));
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(toolTurn(await settled(agentId))).toBeUndefined();
  });
});

describe("a caller who is put through to the payment line", () => {
  it("is neither heard nor recorded there", async () => {
    const to = human();
    const payment = UpdateWorkspace.parse({ payment: { ivr_number: to } });
    await updateWorkspace(fixture.space.ctx("owner"), payment);
    model.answer({ says: [says("How can I help?"), callsTool("transfer_to_payment_ivr")] });
    const agentId = await fixture.agent(
      { lines: ["I would like to pay my bill"], charMs: 5 },
      {
        model: model.id,
        tools: ["transfer_to_payment_ivr"],
        recording: { ...RECORDED, announce_on_transfer: true },
      },
    );
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge).toMatchObject({ joined: true, heardWords: [], copy: null });
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(call.transcript.at(-1)).toMatchObject({ role: "tool", tool: { ok: true } });
    expect(recordingEvents(call)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
  });
});
