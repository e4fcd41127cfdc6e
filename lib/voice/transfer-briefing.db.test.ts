import "@/test/fixtures/loopback";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { openPhoneDesk, type PhoneDesk } from "./testing/phone-fixture";
import { silence, tone } from "./testing/providers";
import type { Stream } from "./testing/stream";
import type { Subscriber } from "./testing/subscriber";
import { recordingEvents, toolTurn, watchCalls } from "./testing/watch-calls";

const PATIENCE = { timeout: 20_000, interval: 20 };
const ASKS = "I want to talk to a human";
const LINES = [ASKS, "never mind"];
const ANNOUNCEMENT = "This call is recorded.";
/** A test that answers reads from the database that the announcement was heard, before this time is over. */
const WINDOW_MS = 6_000;
const RECORDED = {
  enabled: true,
  announce: true,
  announcement: ANNOUNCEMENT,
  announce_on_transfer: true,
  answer_window_ms: WINDOW_MS,
};
const WORDS = [...tone(0, 600), ...silence(900)];
/** A person who has pressed no key by now is briefed a second time. */
const KEYS = "Press 1 to accept the call, or 2 to decline it.";
const SILENT_CALL = { recording: { enabled: false } };
let fixture: PhoneDesk;
let humans = 0;
const { agentSpoke, callOf, settled } = watchCalls(() => fixture);

beforeAll(async () => {
  fixture = await openPhoneDesk();
  await fixture.line(null);
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const human = (behavior: Subscriber = {}): string => {
  const to = `+1212555${String(500 + humans++).padStart(4, "0")}`;
  fixture.carrier.subscriber(to, behavior);
  return to;
};
const transferring = (settings: object) =>
  fixture.agent({ lines: LINES, charMs: 5 }, { tools: ["transfer_to_human"], ...settings });

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
    if (bridge === undefined) throw new Error("The number was not called.");
    return bridge;
  }, PATIENCE);
/** The caller is with the agent again, which has told them why. */
async function isBack(agentId: string, sid: string, code: string): Promise<void> {
  const turns = await agentSpoke(agentId, 2);
  expect(turns.at(-1)?.text).toContain("nobody can be reached right now");
  const call = await callOf(agentId);
  expect(call.status).toBe("in_progress");
  expect(toolTurn(call)).toMatchObject({ ok: false, result: { error: { code } } });
  fixture.carrier.streamOf(sid)?.hangUp();
  expect((await settled(agentId)).end_reason).toBe("caller_hung_up");
}

describe("a person who answers a transfer over Twilio", () => {
  it("hears who calls and the last words before they accept, in the response to the signed request only", async () => {
    const to = human();
    const agentId = await transferring({ transfer_to: to, ...SILENT_CALL });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    expect((await settled(agentId)).end_reason).toBe("transferred");
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.heardWords).toEqual([
      expect.stringContaining(`is transferring a caller to you. The caller said: ${ASKS}`),
    ]);
    expect(decodeURIComponent(bridge.instructions)).not.toMatch(/want|Agent/);
    expect(bridge.instructions).not.toContain(encodeURIComponent(to));
    expect(new URL(bridge.instructions).searchParams.get("announced")).toBe("0");
  });

  it("who presses 1 early is connected once the announcement of the recording was heard", async () => {
    const to = human({ keys: ["1", null] });
    const agentId = await transferring({ transfer_to: to, recording: RECORDED });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.heardWords).toEqual([ANNOUNCEMENT]);
    expect(recordingEvents(call)).toContain("announced_on_bridge");
    await bridge.hangUp();
  });

  it("can still press 9 after an early 1", async () => {
    const to = human({ keys: ["1", "9"] });
    const agentId = await transferring({ transfer_to: to, recording: RECORDED });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    const call = await settled(agentId);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(recordingEvents(call)).not.toContain("announced_on_bridge");
    expect(bridge.heardWords).toEqual([ANNOUNCEMENT]);
  });

  it.each([
    ["declines", [null, "2"], 1],
    ["presses no key in either briefing", [], 4],
    ["presses keys that mean nothing", ["5", "6", "7"], 0],
  ])("and %s leaves the caller with the agent", async (_, keys, wordCount) => {
    const to = human({ keys });
    const agentId = await transferring({ transfer_to: to, ...SILENT_CALL });
    const { sid } = await asks(agentId);
    const bridge = await bridgeTo(to);
    await isBack(agentId, sid, "not_accepted");
    expect(bridge).toMatchObject({ joined: false, isOver: true });
    expect(bridge.heardWords).toHaveLength(wordCount);
    if (wordCount === 4) expect(bridge.heardWords.filter((text) => text === KEYS)).toHaveLength(2);
  });

  it("hears no values that the transcript masks", async () => {
    const to = human();
    const variables = [
      { name: "code", type: "number", sensitive: true, description: "the code of the door" },
    ];
    const agentId = await fixture.agent(
      { lines: ["my code is 4471", ASKS], charMs: 5 },
      { tools: ["transfer_to_human"], transfer_to: to, variables, ...SILENT_CALL },
    );
    const { stream } = await asks(agentId);
    await agentSpoke(agentId, 2);
    await stream.say([...tone(1, 600), ...silence(900)]);
    const bridge = await bridgeTo(to);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect(bridge.heardWords.join(" ")).toContain("is transferring a caller to you.");
    expect(bridge.heardWords.join(" ")).not.toContain("4471");
    // While a call with sensitive variables runs, the view of its transcript withholds each turn.
    expect(bridge.heardWords.join(" ")).not.toContain("said");
    await settled(agentId);
  });

  it("is not connected if the caller hangs up during the briefing", async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const to = human({ wait: () => waiting });
    const agentId = await transferring({ transfer_to: to, ...SILENT_CALL });
    await asks(agentId);
    const bridge = await bridgeTo(to);
    await fixture.carrier.leave();
    expect(await settled(agentId)).toMatchObject({ end_reason: "caller_hung_up" });
    answer();
    expect(bridge).toMatchObject({ isOver: true, joined: false });
  });
});

describe("the requests about a transfer over Twilio", () => {
  const child = (parentSid: string) => ({ CallSid: `CA${"9".repeat(32)}`, ParentCallSid: parentSid });

  it("have the same answer when they are repeated, and none for another call, signature or time", async () => {
    let accept: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const to = human({ wait: () => waiting });
    const agentId = await transferring({ transfer_to: to, ...SILENT_CALL });
    const { sid } = await asks(agentId);
    const { instructions } = await bridgeTo(to);
    const first = await fixture.carrier.post(instructions, child(sid));
    expect(first.text).toContain(ASKS);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect((await fixture.carrier.post(instructions, child(sid))).text).toBe(first.text);
    // The URL is Twilio's only with the signature of the account, and of the call that is transferred.
    expect((await fixture.carrier.post(instructions, child(sid), "0".repeat(32))).status).toBe(403);
    const foreign = await fixture.carrier.post(instructions, child(`CA${"8".repeat(32)}`));
    expect(foreign.text).toContain("<Hangup/>");
    expect(foreign.text).not.toContain("Say");
    const keyed = instructions.replace("step=brief", "step=keyed&heard=1&round=1");
    accept();
    expect((await settled(agentId)).end_reason).toBe("transferred");
    // The accepted call stays connected if Twilio did not get the response and repeats the request.
    const repeated = await fixture.carrier.post(keyed, { ...child(sid), Digits: "1" });
    expect(repeated.text).toMatch(/<Response><\/Response>$/);
    const late = await fixture.carrier.post(instructions, child(sid));
    expect(late.text).toContain("<Hangup/>");
    expect(late.text).not.toContain("Say");
  });
});

describe("the people of an agent", () => {
  const WEEK = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
  /** Hours of a day that is not today, nor tomorrow. */
  const closed = {
    days: [WEEK[(new Date().getUTCDay() + 3) % WEEK.length]],
    start: "09:00",
    end: "17:00",
    timezone: "Etc/UTC",
  };

  it("are called in order until one accepts", async () => {
    const [busy, declining, accepting, further] = [
      human({ answers: "busy" }),
      human({ keys: [null, "2"] }),
      human(),
      human(),
    ];
    const transfer_targets = [declining, accepting, further].map((to) => ({ to }));
    const agentId = await transferring({ transfer_to: busy, transfer_targets, recording: RECORDED });
    await asks(agentId);
    const bridge = await bridgeTo(accepting);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    const call = await settled(agentId);
    expect(call.end_reason).toBe("transferred");
    const called = fixture.carrier.bridges.map(({ to }) => to);
    expect(called.slice(called.indexOf(busy))).toEqual([busy, declining, accepting]);
    expect(bridge.heardWords).toContain(ANNOUNCEMENT);
    // The copy of the audio that began with the first target is the one that is recorded.
    expect(bridge.copy).not.toBeNull();
    expect(recordingEvents(call)).toContain("announced_on_bridge");
    await bridge.hangUp();
  });

  it("are not called outside their hours, and the caller is told so if no one is left", async () => {
    const to = human();
    const agentId = await transferring({
      transfer_to: null,
      transfer_targets: [{ to, hours: closed }],
      ...SILENT_CALL,
    });
    const { sid } = await asks(agentId);
    await isBack(agentId, sid, "outside_hours");
    expect(fixture.carrier.bridges.some((bridge) => bridge.to === to)).toBe(false);
  });

  it("are skipped outside their hours", async () => {
    const [first, second] = [human(), human()];
    const transfer_targets = [{ to: first, hours: closed }, { to: second }];
    const agentId = await transferring({ transfer_to: null, transfer_targets, ...SILENT_CALL });
    await asks(agentId);
    const bridge = await bridgeTo(second);
    await vi.waitFor(() => expect(bridge.joined).toBe(true), PATIENCE);
    expect((await settled(agentId)).end_reason).toBe("transferred");
    expect(fixture.carrier.bridges.some(({ to }) => to === first)).toBe(false);
  });

  it("are all tried before the caller returns, with the reason of the last", async () => {
    const [first, second] = [human({ answers: "failed" }), human({ answers: "no-answer" })];
    const agentId = await transferring({
      transfer_to: first,
      transfer_targets: [{ to: second }],
      ...SILENT_CALL,
    });
    const { sid } = await asks(agentId);
    await bridgeTo(second);
    await isBack(agentId, sid, "no_answer");
  });
});
