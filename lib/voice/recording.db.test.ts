import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCall } from "@/lib/calls/calls";
import { abortLocalTurn } from "@/lib/calls/calls/lease";
import { CreateCall } from "@/lib/calls/calls/schema";
import { finishRecording, readPeaks, readRecording, removeRecording } from "@/lib/calls/recordings";
import { ReadRecording } from "@/lib/calls/recordings/schema";
import { closeHub } from "@/lib/platform/live";
import { connect } from "./testing/browser";
import { speech } from "./testing/providers";
import { isWhole, watchStored } from "./testing/stored";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

const PATIENCE = { timeout: 15_000, interval: 20 };
const RECORDED = { recording: { enabled: true, announcement: "This call is recorded." } };

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
/** Turns that the agent has said to a browser; what the line itself tells is none. */
const agentTurns = (browser: { turns(): { role: string }[] }) =>
  browser.turns().filter(({ role }) => role === "agent").length;
const events = (call: { recording: { trace: unknown[] } }) =>
  call.recording.trace.map((entry) => (entry as { event: string }).event);
const bytesOf = async (file: {
  bytes: number;
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(0, file.bytes)) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe("a call that is recorded", () => {
  it("starts once the call is acquired again, if it was requested during its announcement", async () => {
    const agentId = await fixture.agent({ lines: ["never mind"], charMs: 20 }, RECORDED);
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 5);
    expect(abortLocalTurn(call.id)).toBe(true);
    await browser.until(() => agentTurns(browser) > 0);
    await browser.state("listening");
    browser.send({ type: "hang_up" });
    await browser.over();
    expect(events(await settled(call.id))).toContain("began_after_silence");
    await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      expect((await fixture.read(call.id)).recording.state).toBe("recorded");
    }, PATIENCE);
    await removeRecording(fixture.ctx, call.id, "expired");
  });

  it("is announced first, sealed while it runs, and played once it is settled", async () => {
    const stored = await watchStored(fixture.ctx);
    const agentId = await fixture.agent({ lines: ["never mind"], charMs: 20 }, RECORDED);
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 5);
    expect(await stored()).toEqual([]);
    await browser.until(() => agentTurns(browser) > 0);
    await browser.state("listening");
    expect(fixture.providersOf(call.id)?.synthesizedTexts[0]).toBe("This call is recorded.");
    await expect(readRecording(fixture.ctx, call.id, ReadRecording.parse({}), true)).rejects.toMatchObject({
      code: expect.stringMatching(/invalid_state|not_found/),
    });
    await browser.say(speech(0, 600));
    browser.send({ type: "hang_up" });
    await browser.over();
    await settled(call.id);
    const raw = await vi.waitFor(async () => {
      const files = (await stored()).filter(isWhole);
      expect(files.length).toBeGreaterThan(0);
      return files;
    }, PATIENCE);
    // Speech repeats itself; what is sealed does not.
    for (const file of raw) expect(new Set(readFileSync(file).subarray(0, 512)).size).toBeGreaterThan(150);
    await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      expect((await fixture.read(call.id)).recording.state).toBe("recorded");
    }, PATIENCE);
    const done = await fixture.read(call.id);
    expect(events(done)).toEqual(["announcing", "announced", "began_after_silence", "stopped"]);
    expect(done.recording.announced_at).not.toBeNull();
    const file = await readRecording(fixture.ctx, call.id, ReadRecording.parse({}), true);
    expect((await bytesOf(file)).toString("latin1", 0, 4)).toBe("OggS");
    const wav = await readRecording(fixture.ctx, call.id, ReadRecording.parse({ format: "wav" }), true);
    expect((await bytesOf(wav)).length).toBe(wav.bytes);
    const peaks = await readPeaks(fixture.ctx, call.id);
    expect(Math.max(...peaks.caller)).toBeGreaterThan(0.05);
    expect(peaks.started_ms).toBeGreaterThan(0);
    await removeRecording(fixture.ctx, call.id, "expired");
    expect(await stored()).toEqual([]);
    expect((await fixture.read(call.id)).recording.state).toBe("expired");
  });

  it.each(["words", "key"])(
    "deletes all stored audio once its caller declines by %s, and continues",
    async (by) => {
      const stored = await watchStored(fixture.ctx);
      const agentId = await fixture.agent({ lines: ["please do not record this", "four"] }, RECORDED);
      const { call, browser } = await fixture.call(agentId);
      await browser.until(() => agentTurns(browser) > 0);
      await browser.state("listening");
      if (by === "words") await browser.say(speech(0, 600));
      else {
        // A lone 9 is asked about; pressed again, it is meant.
        browser.send({ type: "key", key: "9" });
        await browser.until(() => browser.turns().some(({ text }) => text.startsWith("You pressed 9.")));
        browser.send({ type: "key", key: "9" });
      }
      await vi.waitFor(async () => {
        expect((await fixture.read(call.id)).recording.state).toBe("suppressed");
      }, PATIENCE);
      await vi.waitFor(async () => {
        expect(fixture.providersOf(call.id)?.synthesizedTexts.join("")).toContain(
          "This call is not being recorded.",
        );
        expect(await stored()).toEqual([]);
      }, PATIENCE);
      browser.send({ type: "hang_up" });
      await browser.over();
      const done = await settled(call.id);
      expect(done.recording).toMatchObject({ state: "suppressed", opted_out_at: expect.any(String) });
      expect(events(done).at(-1)).toBe(`declined_by_${by}`);
      expect(await stored()).toEqual([]);
    },
  );

  it("is announced again, whole, to a browser that lost its line within it, and recorded from there on", async () => {
    const stored = await watchStored(fixture.ctx);
    const agentId = await fixture.agent({ charMs: 100 }, RECORDED);
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 20);
    browser.drop();
    const back = await connect(fixture.url, browser.ready.resume);
    expect(back.ready).toMatchObject({ call_id: call.id, resumed: true });
    expect(await stored()).toEqual([]);
    await back.until(() => agentTurns(back) > 0);
    expect(fixture.providersOf(call.id)?.synthesizedTexts.slice(0, 2)).toEqual([
      "This call is recorded.",
      "This call is recorded.",
    ]);
    back.send({ type: "hang_up" });
    await back.over();
    const done = await settled(call.id);
    expect(events(done)).toEqual([
      "announcing",
      "announcement_cut",
      "announced",
      "began_after_silence",
      "stopped",
    ]);
    expect(done.recording.announced_at).not.toBeNull();
    await vi.waitFor(async () => {
      await finishRecording(fixture.ctx, call.id);
      expect((await fixture.read(call.id)).recording.state).toBe("recorded");
    }, PATIENCE);
    await removeRecording(fixture.ctx, call.id, "expired");
  });

  it("is neither announced nor recorded where the request for the call suppresses it", async () => {
    const agentId = await fixture.agent({ lines: ["never mind"], charMs: 20 }, RECORDED);
    const call = await createCall(
      fixture.ctx,
      CreateCall.parse({ agent_id: agentId, channel: "web", suppress_recording: true }),
    );
    const browser = await connect(fixture.url, call.connect?.token ?? "");
    await browser.until(() => agentTurns(browser) > 0);
    await browser.state("listening");
    expect(fixture.providersOf(call.id)?.synthesizedTexts).not.toContain("This call is recorded.");
    browser.send({ type: "hang_up" });
    await browser.over();
    expect((await settled(call.id)).recording).toMatchObject({ state: "suppressed" });
    await expect(readRecording(fixture.ctx, call.id, ReadRecording.parse({}), true)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is announced once, and not at all to a caller who hangs up during it", async () => {
    const agentId = await fixture.agent({ charMs: 100 }, RECORDED);
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 20);
    browser.send({ type: "hang_up" });
    await browser.over();
    const done = await settled(call.id);
    expect(done.recording).toMatchObject({ state: "none", announced_at: null });
    expect(fixture.providersOf(call.id)?.synthesizedTexts).toEqual(["This call is recorded."]);
  });

  it("ends as declined if the agent cannot continue unrecorded", async () => {
    const agentId = await fixture.agent(
      { charMs: 30 },
      { recording: { ...RECORDED.recording, allow_caller_opt_out: false } },
    );
    const { call, browser } = await fixture.call(agentId);
    await browser.until(() => browser.played.length > 5);
    browser.send({ type: "key", key: "9" });
    await browser.over();
    expect(browser.of("ended")).toEqual([{ type: "ended", reason: "declined" }]);
    expect((await settled(call.id)).recording.state).toBe("suppressed");
  });
});
