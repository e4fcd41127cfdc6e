import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeHub } from "@/lib/live";
import { connect } from "./testing/browser";
import { openVoiceDesk, type VoiceDesk } from "./testing/desk";
import { speech } from "./testing/providers";

const PATIENCE = { timeout: 15_000, interval: 20 };
const TABLE = [
  { name: "day", type: "date", description: "the day" },
  { name: "people", type: "number", description: "how many people come" },
];

let desk: VoiceDesk;
beforeAll(async () => {
  desk = await openVoiceDesk();
});
afterAll(async () => {
  await desk.close();
  await closeHub();
});

const settled = (id: string) =>
  vi.waitFor(async () => {
    const call = await desk.read(id);
    expect(call.settled_at).not.toBeNull();
    return call;
  }, PATIENCE);

describe("a conversation by voice", () => {
  it("is held from the greeting to the goodbye, and its values are found", async () => {
    const agentId = await desk.agent(
      { lines: ["on the first of December", "four", "yes, that is right"] },
      { variables: TABLE },
    );
    const { call, browser } = await desk.call(agentId);
    expect(call).toMatchObject({ status: "queued", channel: "web", started_at: null });
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
    const providers = desk.providersOf(call.id);
    expect(providers?.expected.map(({ kind }) => kind)).toEqual(["date", "number", "yes_no"]);
    expect(providers?.closed.sort()).toEqual(["detector", "recogniser", "speaker"]);
    expect(browser.played.length).toBeGreaterThan(50);
  });
});

describe("connecting", () => {
  it("works once", async () => {
    const { call, browser } = await desk.call(await desk.agent({}));
    await expect(connect(desk.url, call.connect?.token ?? "")).rejects.toThrow();
    browser.send({ type: "hang_up" });
    await browser.over();
  });
});
