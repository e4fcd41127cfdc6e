import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { calls as callsTool, says, startModel, type TestModel } from "@/lib/calls/calls/testing/model";
import { finishRecording, readPeaks } from "@/lib/calls/recordings";
import { updateWorkspace } from "@/lib/identity/workspaces";
import { UpdateWorkspace } from "@/lib/identity/workspaces/schema";
import { db, reader } from "@/lib/platform/db";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-desk";
import { silence, speech, tone } from "./testing/providers";
import { watchStored } from "./testing/stored";
import type { Stream } from "./testing/stream";

const PATIENCE = { timeout: 20_000, interval: 20 };
const LINES = ["I want to talk to a human", "never mind", "please stop recording"];
const ANNOUNCEMENT = "This call is recorded.";
const RECORDED = { enabled: true, announce: true, announcement: ANNOUNCEMENT };
/** Frames of what is said behind the bridge. */
const A_SECOND = 50;
const WORDS = [...tone(0, 600), ...silence(900)];
let desk: PhoneDesk;
let model: TestModel;
let humans = 0;

beforeAll(async () => {
  desk = await openPhoneDesk();
  model = await startModel(desk);
  // Tools that put callers through are deployed where a carrier is connected.
  await desk.line(null);
});
afterAll(async () => {
  await desk.close();
  await model.close();
  await closeHub();
});

const human = () => `+1212555${String(100 + humans++).padStart(4, "0")}`;
const transferring = (to: string, extra: object = {}) =>
  desk.agent(
    { lines: LINES, charMs: 5 },
    {
      tools: ["transfer_to_human"],
      transfer_to: to,
      variables: [{ name: "people", type: "number", description: "how many people come" }],
      ...extra,
    },
  );
const callOf = async (agentId: string) => {
  const row = await reader(desk.space.workspaceId).one(
    db.selectFrom("calls").select("id").where("agent_id", "=", agentId),
  );
  if (row === undefined) throw new Error("There is no call.");
  return desk.read(row.id);
};
const settled = (agentId: string) =>
  vi.waitFor(async () => {
    const call = await callOf(agentId);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);
const agentSpoke = (agentId: string, times: number) =>
  vi.waitFor(async () => {
    const spoken = (await callOf(agentId)).transcript.filter(({ role }) => role === "agent");
    expect(spoken.length).toBeGreaterThanOrEqual(times);
    return spoken;
  }, PATIENCE);
const toolTurn = (call: { transcript: readonly { role: string; tool?: unknown }[] }) =>
  call.transcript.find(({ role }) => role === "tool")?.tool;
const events = (call: { recording: { trace: unknown[] } }) =>
  call.recording.trace.map((one) => (one as { event: string }).event);

/** Somebody calls, and asks for a human once the agent has greeted. */
async function asks(agentId: string): Promise<{ sid: string; stream: Stream }> {
  const { stream, form } = await desk.rings(desk.person(), await desk.line(agentId));
  if (stream === null) throw new Error("There is no stream.");
  await agentSpoke(agentId, 1);
  await stream.say(WORDS);
  return { sid: form.CallSid, stream };
}
const bridgeTo = (to: string) =>
  vi.waitFor(() => {
    const bridge = desk.carrier.bridges.find((one) => one.to === to);
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
    expect(bridge).toMatchObject({ joined: true, said: [ANNOUNCEMENT] });
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(toolTurn(call)).toMatchObject({ name: "transfer_to_human", ok: true });
    expect(desk.providersOf(call.id)?.spoken).toContain("One moment, please.");
    await finishRecording(desk.ctx, call.id);
    // It goes on after the call: no file is made of it yet.
    expect((await desk.read(call.id)).recording.state).not.toBe("recorded");
    await vi.waitFor(() => expect(bridge.copy?.sent()).toBeGreaterThan(A_SECOND), PATIENCE);
    await bridge.hangUp();
    const done = await vi.waitFor(async () => {
      await finishRecording(desk.ctx, call.id);
      const one = await desk.read(call.id);
      expect(one.recording.state).toBe("recorded");
      return one;
    }, PATIENCE);
    expect(events(done)).toEqual([
      "announcing",
      "announced",
      "began_after_silence",
      "announced_on_bridge",
      "stopped",
    ]);
    const peaks = await readPeaks(desk.ctx, call.id);
    const last = (leg: readonly number[]) => Math.max(...leg.slice(-Math.ceil(leg.length / 10)));
    expect(last(peaks.caller)).toBeGreaterThan(0.05);
    expect(last(peaks.agent)).toBeGreaterThan(0.05);
  });

  it("is recorded no more, and nothing of it is left, once the caller says so behind the bridge", async () => {
    const stored = await watchStored(desk.ctx);
    const to = human();
    const agentId = await transferring(to, { recording: { ...RECORDED, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    // Sound is stored as it is heard: there is something to destroy.
    await vi.waitFor(async () => expect((await stored()).length).toBeGreaterThan(0), PATIENCE);
    // Words that refuse nothing are none of ours.
    await bridge.copy?.say([...silence(1_200), ...tone(1, 600), ...silence(900)]);
    expect((await desk.read(call.id)).recording.state).not.toBe("suppressed");
    await bridge.copy?.say([...silence(1_200), ...tone(2, 600), ...silence(1_200)]);
    const done = await vi.waitFor(async () => {
      await finishRecording(desk.ctx, call.id);
      const one = await desk.read(call.id);
      expect(one.recording.state).toBe("suppressed");
      return one;
    }, PATIENCE);
    expect(events(done).at(-1)).toBe("declined_by_words");
    await vi.waitFor(async () => expect(await stored()).toEqual([]), PATIENCE);
    // Nobody is cut off for it.
    expect(bridge.joined).toBe(true);
    await bridge.hangUp();
  });

  it("stops being recorded at the bridge where the human presses 9 before joining, and keeps what was recorded", async () => {
    const to = human();
    desk.carrier.subscriber(to, { presses: "9" });
    const agentId = await transferring(to, { recording: { ...RECORDED, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.said).toEqual([ANNOUNCEMENT]);
    expect(call.end_reason).toBe("transferred");
    await vi.waitFor(() => expect(bridge.copy?.isClosed()).toBe(true), PATIENCE);
    const done = await vi.waitFor(async () => {
      await finishRecording(desk.ctx, call.id);
      const one = await desk.read(call.id);
      expect(one.recording.state).toBe("recorded");
      return one;
    }, PATIENCE);
    expect(events(done).at(-1)).toBe("declined_on_bridge");
    expect(done.recording.opted_out_at).toBeNull();
  });

  it("hears a suggested announcement that offers the key alone, as words are not heard before joining", async () => {
    const to = human();
    const agentId = await transferring(to, { recording: { enabled: true, announce_on_transfer: true } });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.said).toEqual(["This call is recorded. Press 9 if you do not want that."]);
    await bridge.hangUp();
  });

  it.each([
    ["yes", "transferred"],
    ["nothing", "declined"],
  ])("is offered a human where the call may not go on unrecorded, and answers %s", async (answer, ends) => {
    const to = human();
    const recording = { ...RECORDED, allow_caller_opt_out: false };
    const agentId = await transferring(to, { recording });
    const { stream } = await desk.rings(desk.person(), await desk.line(agentId));
    await vi.waitFor(
      async () => expect((await callOf(agentId)).recording.announced_at).not.toBeNull(),
      PATIENCE,
    );
    stream?.press("9");
    await vi.waitFor(async () => {
      const told = (await callOf(agentId)).transcript.map(({ text }) => text);
      expect(told).toContain("Shall I put you through to a person? Say yes, or press 1.");
    }, PATIENCE);
    if (answer === "yes") stream?.press("1");
    const call = await settled(agentId);
    expect(call).toMatchObject({ end_reason: ends, recording: { state: "suppressed" } });
    const bridge = desk.carrier.bridges.find((one) => one.to === to);
    expect(bridge?.joined).toBe(answer === "yes" ? true : undefined);
    if (bridge !== undefined) expect(bridge).toMatchObject({ said: [], copy: null });
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
    expect(bridge).toMatchObject({ joined: true, said: [], copy: null });
    expect(call.end_reason).toBe("transferred");
    expect(events(call)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
  });

  it.each([
    ["busy", "busy"],
    ["no-answer", "no_answer"],
    ["failed", "unreachable"],
  ] as const)("comes back to the agent where that is %s", async (answers, code) => {
    const to = human();
    desk.carrier.subscriber(to, { answers });
    const agentId = await transferring(to);
    const { sid, stream } = await asks(agentId);
    const spoken = await agentSpoke(agentId, 2);
    expect(spoken.at(-1)?.text).toContain("nobody can be reached right now");
    const again = desk.carrier.streamOf(sid);
    expect(again).not.toBe(stream);
    await again?.say([...tone(1, 600), ...silence(900)]);
    await vi.waitFor(async () => {
      const said = (await callOf(agentId)).transcript.filter(({ role }) => role === "caller");
      expect(said).toHaveLength(2);
    }, PATIENCE);
    again?.hangUp();
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
      desk.carrier.refuses(refuses);
      const { stream } = await asks(agentId);
      const spoken = await agentSpoke(agentId, 2);
      desk.carrier.refuses(false);
      expect(spoken.at(-1)?.text).toContain("nobody can be reached right now");
      expect(toolTurn(await callOf(agentId))).toMatchObject({ ok: false, result: { error: { code } } });
      stream.hangUp();
      expect((await settled(agentId)).end_reason).toBe("caller_hung_up");
    }
  });

  it("ends the call by hanging up while it rings", async () => {
    const to = human();
    desk.carrier.subscriber(to, { answers: "never" });
    const agentId = await transferring(to);
    await asks(agentId);
    await bridgeTo(to);
    await desk.carrier.leave();
    expect(await settled(agentId)).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
  });

  it("is told plainly that a browser's call cannot be", async () => {
    const agentId = await transferring(human());
    const { browser } = await desk.call(agentId);
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
    await updateWorkspace(desk.space.ctx("owner"), payment);
    model.answer({ says: [says("How can I help?"), callsTool("transfer_to_payment_ivr")] });
    const agentId = await desk.agent(
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
    expect(bridge).toMatchObject({ joined: true, said: [], copy: null });
    expect(call).toMatchObject({ status: "completed", end_reason: "transferred" });
    expect(call.transcript.at(-1)).toMatchObject({ role: "tool", tool: { ok: true } });
    expect(events(call)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
  });
});
