import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { VOICE_LIMITS } from "./limits";
import { SUBPROTOCOL } from "./schema";
import { connect, handshake, type TestBrowser } from "./testing/browser";
import { silence, speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 20_000, interval: 20 };
/** Longer than any test, so that nothing depends on it. */
const NEVER_MS = 600_000;
const STANDARD_LIMITS = { ...VOICE_LIMITS };

let fixture: VoiceDesk;
beforeAll(async () => {
  fixture = await openVoiceDesk();
});
afterEach(() => {
  Object.assign(VOICE_LIMITS, STANDARD_LIMITS);
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

const ended = (id: string) =>
  vi.waitFor(async () => {
    const call = await fixture.read(id);
    expect(call.ended_at).not.toBeNull();
    return call;
  }, PATIENCE);
const greeted = async (browser: TestBrowser) => {
  await browser.until(() => browser.turns().length > 0);
  await browser.state("listening");
};
async function hangUp(browser: TestBrowser): Promise<void> {
  browser.send({ type: "hang_up" });
  await browser.over();
}

describe("the handshake", () => {
  it("is refused before any upgrade without a token that is good", async () => {
    const { connect: connectInfo } = await fixture.start(await fixture.agent({}));
    const token = connectInfo?.token ?? "";
    for (const protocols of [
      [],
      [SUBPROTOCOL],
      [token],
      ["other", token],
      [SUBPROTOCOL, `${token}x`],
      [SUBPROTOCOL, "resume.abc"],
      [SUBPROTOCOL, "x".repeat(600)],
      [SUBPROTOCOL, token, "more"],
    ])
      expect(await handshake(fixture.url, protocols), protocols.join().slice(0, 60)).toBe(401);
    const { call } = { call: await connect(fixture.url, token) };
    await hangUp(call);
  });

  it("takes a token once", async () => {
    const { call, browser } = await fixture.call(await fixture.agent({}));
    expect(await handshake(fixture.url, [SUBPROTOCOL, call.connect?.token ?? ""])).toBe(401);
    await hangUp(browser);
    expect(await handshake(fixture.url, [SUBPROTOCOL, call.connect?.token ?? ""])).toBe(401);
  });
});

describe("what a browser must not send", () => {
  it("frames that are none, and messages that are none, are answered and ignored", async () => {
    const { browser } = await fixture.call(await fixture.agent({}));
    await greeted(browser);
    browser.raw(Buffer.from([1, 2, 3]));
    browser.raw(Buffer.alloc(0));
    for (const text of ["{", "null", '{"type":"say"}', '{"type":"key","key":"12"}', '{"type":"mute"}'])
      browser.raw(text);
    await browser.until(() => browser.of("error").length === 7);
    expect(browser.of("error").map(({ code }) => code)).toEqual([
      "bad_frame",
      "bad_frame",
      "bad_message",
      "bad_message",
      "bad_message",
      "bad_message",
      "bad_message",
    ]);
    expect(browser.closed()).toBeNull();
    await hangUp(browser);
  });

  it("a giant message, or nothing but nonsense, ends the connection and not the process", async () => {
    const agentId = await fixture.agent({});
    const giant = await fixture.call(agentId);
    giant.browser.raw(Buffer.alloc(1_000_000));
    expect(await giant.browser.over()).toBe(1009);
    const babble = await fixture.call(agentId);
    for (let i = 0; i < 30; i++) babble.browser.raw("nonsense");
    expect(await babble.browser.over()).toBe(1008);
    // Both may come back, as after any loss.
    for (const { browser } of [giant, babble]) {
      const back = await connect(fixture.url, browser.ready.resume);
      await hangUp(back);
    }
  });

  it("sound faster than it is spoken is not taken", async () => {
    const { browser } = await fixture.call(await fixture.agent({}));
    await greeted(browser);
    const second = Buffer.alloc(16_000);
    for (let i = 0; i < 8; i++) browser.raw(second);
    await browser.until(() => browser.of("error").some(({ code }) => code === "too_fast"));
    await hangUp(browser);
  });
});

describe("a line", () => {
  it("that does not come back ends the call, in a state that says so", async () => {
    VOICE_LIMITS.reconnectMs = 500;
    const { call, browser } = await fixture.call(await fixture.agent({}));
    await greeted(browser);
    browser.drop();
    expect(await ended(call.id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    expect(await handshake(fixture.url, [SUBPROTOCOL, browser.ready.resume])).toBe(401);
  });

  it("that stops sending audio during speech still delivers its words", async () => {
    const agentId = await fixture.agent({ lines: ["four"] });
    const { browser } = await fixture.call(agentId);
    await greeted(browser);
    await browser.say(speech(0, 500), 0);
    await browser.until(() => browser.turns().some(({ text }) => text === "four"));
    await hangUp(browser);
  });

  it("that is muted brings silence", async () => {
    const { call, browser } = await fixture.call(await fixture.agent({ lines: ["four"] }));
    await greeted(browser);
    browser.send({ type: "mute", muted: true });
    await browser.say(speech(0, 600), 800);
    browser.send({ type: "mute", muted: false });
    await hangUp(browser);
    expect((await ended(call.id)).transcript.map(({ role }) => role)).toEqual(["agent"]);
  });

  it("whose reader has stopped does not fill memory, and is closed", async () => {
    Object.assign(VOICE_LIMITS, { reconnectMs: 500, pingMs: 1_000 });
    const agentId = await fixture.agent({ charMs: 100 }, { greeting: "Well. ".repeat(60) });
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 10);
    browser.socket.pause();
    // Nothing is read, and no ping is answered.
    expect(await ended(call.id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
    browser.drop();
  });
});

describe("a provider", () => {
  it("of the voice that fails ends its call, and says so", async () => {
    const { call, browser } = await fixture.call(await fixture.agent({ synthesizerFails: true }));
    await browser.over();
    expect(await ended(call.id)).toMatchObject({ status: "failed", end_reason: "carrier_error" });
  });

  it("that never answers in one call delays no other call", async () => {
    const silent = await fixture.agent({ speakMs: NEVER_MS });
    const quick = await fixture.agent({ lines: ["four"] });
    const waiting = await Promise.all([fixture.call(silent), fixture.call(silent), fixture.call(silent)]);
    const { browser } = await fixture.call(quick);
    await greeted(browser);
    await browser.say(speech(0, 500), 0);
    await browser.until(() => browser.turns().some(({ text }) => text === "four"));
    await hangUp(browser);
    for (const item of waiting) expect(item.browser.played).toEqual([]);
    await Promise.all(waiting.map((item) => hangUp(item.browser)));
  });
});

describe("a process that is told to end", () => {
  it("ends its calls, each in a state that says so", async () => {
    const separateFixture = await openVoiceDesk();
    const { call, browser } = await separateFixture.call(await separateFixture.agent({}));
    await greeted(browser);
    const frames = browser.say(silence(2_000), 0);
    await separateFixture.close();
    await browser.over();
    await frames;
    expect(browser.of("ended")).toEqual([{ type: "ended", reason: "interrupted_by_restart" }]);
    expect(await separateFixture.read(call.id)).toMatchObject({
      status: "failed",
      end_reason: "interrupted_by_restart",
    });
  });
});
