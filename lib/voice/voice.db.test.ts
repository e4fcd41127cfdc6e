import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { endCall } from "@/lib/calls/calls";
import { closeHub } from "@/lib/platform/live";
import { VOICE_LIMITS } from "./limits";
import { SUBPROTOCOL } from "./schema";
import { connect, handshake, type TestBrowser } from "./testing/browser";
import { speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 15_000, interval: 20 };
const TABLE = [
  { name: "day", type: "date", description: "the day" },
  { name: "people", type: "number", description: "how many people come" },
];

let fixture: VoiceDesk;
beforeAll(async () => {
  fixture = await openVoiceDesk();
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const settled = (id: string) =>
  vi.waitFor(async () => {
    const call = await fixture.read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);

describe("a conversation by voice", () => {
  it("is held from the greeting to the goodbye, and its values are found", async () => {
    const agentId = await fixture.agent(
      { lines: ["on the first of December", "four", "yes, that is right"] },
      { variables: TABLE },
    );
    const { call, browser } = await fixture.call(agentId);
    expect(call).toMatchObject({ status: "queued", channel: "web", started_at: null });
    expect(browser.told[0]).toMatchObject({ type: "ready", call_id: call.id, resumed: false });
    for (let n = 0; n < 3; n++) {
      await browser.until(() => browser.turns().filter(({ role }) => role === "agent").length > n);
      await browser.state("listening");
      await browser.say(speech(n, 600));
    }
    await browser.over();
    expect(browser.of("ended")).toEqual([{ type: "ended", reason: "agent_ended" }]);
    const done = await settled(call.id);
    expect(done).toMatchObject({ status: "completed", end_reason: "agent_ended", variables: { people: 4 } });
    expect(done.transcript.map(({ role }) => role)).toEqual([
      "agent",
      "caller",
      "agent",
      "caller",
      "agent",
      "caller",
      "agent",
    ]);
    expect(done.transcript.every((turn) => turn.end_ms >= turn.start_ms && !turn.interrupted)).toBe(true);
    const starts = done.transcript.map(({ start_ms }) => start_ms);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    expect(done.latency.turn_p50_ms).toBeGreaterThan(0);
    const providers = fixture.providersOf(call.id);
    expect(providers?.expected.map(({ kind }) => kind)).toEqual(["date", "number", "yes_no"]);
    expect(providers?.closed.sort()).toEqual(["synthesizer", "transcriber", "vad"]);
    expect(browser.played.length).toBeGreaterThan(50);
  });
});

const agentTurns = (browser: TestBrowser) => browser.turns().filter(({ role }) => role === "agent");
/** Waits until the agent has greeted and it is the caller's turn. */
async function greeted(browser: TestBrowser): Promise<void> {
  await browser.until(() => agentTurns(browser).length > 0);
  await browser.state("listening");
}
async function hangUp(browser: TestBrowser): Promise<void> {
  browser.send({ type: "hang_up" });
  await browser.over();
}

describe("interrupting", () => {
  it("stops the agent in mid-sentence: what was not heard was not said", async () => {
    const agentId = await fixture.agent(
      { lines: ["four"], charMs: 60 },
      {
        variables: [TABLE[1]],
        greeting: "Good morning. This is a very long greeting that goes on and on about everything.",
      },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 80);
    const speaking = browser.say(speech(0, 700));
    await browser.until(() => browser.of("clear")[0]);
    // Only audio in transit arrives after the agent stops.
    const atClear = browser.played.length;
    await browser.until(() => agentTurns(browser).length > 0);
    expect(browser.played.length - atClear).toBeLessThanOrEqual(1);
    const [first] = agentTurns(browser);
    expect(first).toMatchObject({ interrupted: true });
    expect(first?.text).toMatch(/^Good morning\./);
    expect(first?.text).not.toContain("everything");
    await speaking;
    await browser.until(() => browser.turns().some(({ role }) => role === "caller"));
    await browser.until(() => agentTurns(browser).length > 1);
    await hangUp(browser);
    const { transcript } = await settled(call.id);
    expect(transcript.slice(0, 2)).toMatchObject([
      { role: "agent", interrupted: true },
      { role: "caller", text: "four" },
    ]);
  });

  it("does not stop the disclosure: what was said meanwhile is answered after it", async () => {
    const disclosure = "You are talking to an automated assistant of the Corner Table.";
    const agentId = await fixture.agent(
      { lines: ["four"], charMs: 40 },
      { variables: [TABLE[1]], disclosure: { enabled: true, text: disclosure } },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 40);
    await browser.say(speech(0, 700));
    await browser.until(() => agentTurns(browser).length > 1);
    await hangUp(browser);
    const { transcript } = await settled(call.id);
    const [first, second] = transcript.filter(({ role }) => role === "agent");
    expect(first?.text).toContain("Corner Table");
    expect(second?.text).not.toContain("automated");
    expect(transcript.filter(({ role }) => role === "caller")[0]).toMatchObject({ text: "four" });
  });

  it("by a key in the disclosure is answered with the disclosure again, until it has been heard", async () => {
    const disclosure = "You are talking to an automated assistant of the Corner Table.";
    const agentId = await fixture.agent(
      { lines: ["hello", "four"], charMs: 40 },
      { variables: [TABLE[1]], disclosure: { enabled: true, text: disclosure } },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 40);
    browser.send({ type: "key", key: "#" });
    await browser.until(() => agentTurns(browser).length > 1);
    await browser.state("listening");
    await browser.say(speech(1, 600));
    await browser.until(() => agentTurns(browser).length > 2);
    await hangUp(browser);
    const { transcript } = await settled(call.id);
    const [first, second, third] = transcript.filter(({ role }) => role === "agent");
    expect(first?.interrupted).toBe(true);
    expect(first?.text).not.toContain("Corner Table");
    expect(second).toMatchObject({
      interrupted: false,
      text: expect.stringMatching(new RegExp(`^${disclosure} \\S`)),
    });
    expect(third?.text).not.toContain("automated");
  });

  it("by a cough does not happen, and silence and noise make no turns", async () => {
    const agentId = await fixture.agent({ lines: [], charMs: 20 }, { greeting: "Good morning to you." });
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 10);
    await browser.say(speech(0, 60), 200);
    await greeted(browser);
    await browser.say(speech(0, 80), 1_000);
    await hangUp(browser);
    const { transcript } = await settled(call.id);
    expect(transcript).toMatchObject([{ role: "agent", interrupted: false }]);
    expect(browser.of("clear")).toEqual([]);
  });
});

describe("what is not understood", () => {
  it("is a turn that says so, and is asked for again, then by keys", async () => {
    const agentId = await fixture.agent({ lines: [null] }, { variables: [TABLE[1]] });
    const { call, browser } = await fixture.call(agentId);
    for (let n = 1; n <= 2; n++) {
      await browser.until(() => agentTurns(browser).length === n);
      await browser.state("listening");
      await browser.say(speech(0, 600));
    }
    await browser.until(() => agentTurns(browser).length === 3);
    expect(agentTurns(browser)[2]?.text).toContain("keypad");
    await browser.state("listening");
    for (const key of ["1", "2", "#"]) browser.send({ type: "key", key });
    await browser.until(() => agentTurns(browser).length === 4);
    expect(agentTurns(browser)[3]?.text).toContain("12");
    await hangUp(browser);
    const { transcript } = await settled(call.id);
    expect(transcript.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
      "(not understood)",
      "(not understood)",
      "12",
    ]);
  });

  it("also where the transcriber failed", async () => {
    const agentId = await fixture.agent(
      { lines: ["four"], transcriberFails: true },
      { variables: [TABLE[1]] },
    );
    const { call, browser } = await fixture.call(agentId);
    await greeted(browser);
    await browser.say(speech(0, 600));
    await browser.until(() => agentTurns(browser).length === 2);
    await hangUp(browser);
    expect((await settled(call.id)).transcript[1]).toMatchObject({
      role: "caller",
      text: "(not understood)",
    });
  });
});

describe("a caller who says nothing", () => {
  const { silenceMs } = VOICE_LIMITS;
  beforeAll(() => void Object.assign(VOICE_LIMITS, { silenceMs: 2_000 }));
  afterAll(() => void Object.assign(VOICE_LIMITS, { silenceMs }));

  it("is asked whether they are there, and hung up on after a while", async () => {
    const agentId = await fixture.agent({}, { variables: [TABLE[1]], inactivity_timeout_s: 6 });
    const { call, browser } = await fixture.call(agentId);
    await greeted(browser);
    await browser.over();
    expect(browser.of("ended")).toEqual([{ type: "ended", reason: "inactivity" }]);
    const { transcript, status } = await settled(call.id);
    expect(status).toBe("completed");
    expect(transcript.map(({ role }) => role)).toEqual(["agent", "agent", "agent"]);
    expect(transcript[1]?.text).toContain("still there");
  });
});

describe("hanging up", () => {
  it("keeps what was being said, and what was heard", async () => {
    const agentId = await fixture.agent({ lines: ["never mind"], recogniseMs: 50 }, {});
    const { call, browser } = await fixture.call(agentId);
    await greeted(browser);
    await browser.say(speech(0, 400), 0);
    await hangUp(browser);
    const done = await settled(call.id);
    expect(done).toMatchObject({ status: "completed", end_reason: "caller_hung_up" });
    expect(done.transcript.at(-1)).toMatchObject({ role: "caller", text: "never mind" });
  });

  it("by the API ends the call for the browser too", async () => {
    const agentId = await fixture.agent(
      { charMs: 60 },
      { greeting: "Good morning, and welcome to this long talk." },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 20);
    expect(await endCall(fixture.ctx, call.id)).toMatchObject({ end_reason: "caller_hung_up" });
    await browser.over();
    expect(browser.of("ended")).toEqual([{ type: "ended", reason: "caller_hung_up" }]);
    expect((await settled(call.id)).transcript).toMatchObject([{ role: "agent", interrupted: true }]);
  });
});

describe("a line that is lost", () => {
  it("continues the same call if it reconnects in time, in the middle of the sentence", async () => {
    const agentId = await fixture.agent(
      { lines: ["four"], charMs: 40 },
      { variables: [TABLE[1]], greeting: "Good morning, how nice that you call us on this day." },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 20);
    browser.drop();
    const back = await connect(fixture.url, browser.ready.resume);
    expect(back.ready).toMatchObject({ call_id: call.id, resumed: true });
    expect(back.ready.resume).not.toBe(browser.ready.resume);
    await greeted(back);
    expect(agentTurns(back)[0]).toMatchObject({ interrupted: false });
    await back.say(speech(0, 600));
    await back.until(() => agentTurns(back).length === 2);
    await hangUp(back);
    const { transcript } = await settled(call.id);
    expect(transcript.slice(0, 2)).toMatchObject([{ interrupted: false }, { role: "caller", text: "four" }]);
  });

  it("takes back a token once, and none of a call that is over", async () => {
    const { browser } = await fixture.call(await fixture.agent({}));
    const { resume } = browser.ready;
    // The browser reconnects before its loss is noticed.
    const back = await connect(fixture.url, resume);
    await browser.over();
    expect(await handshake(fixture.url, [SUBPROTOCOL, resume])).toBe(401);
    await hangUp(back);
    expect(await handshake(fixture.url, [SUBPROTOCOL, back.ready.resume])).toBe(401);
  });
});
