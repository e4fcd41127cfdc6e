import "@/test/fixtures/loopback";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { calls, says } from "@/lib/agents/models/testing/reply";
import { replyDrafts } from "@/lib/calls/calls";
import { type MisbehavingModel, startMisbehavingModel } from "@/lib/calls/calls/testing/misbehaving-model";
import { closeHub } from "@/lib/platform/live";
import { type Script, speech } from "./testing/providers";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

/** The transcriber's final words come this long after the end of the utterance, so that a draft is earlier. */
const LATE_MS = 4_000;
const MINUTE_MS = 60_000;
/** From the start of the call to the caller's turn, also on a slow machine. */
const START_TO_TURN_MS = 25_000;
/** As long as a call can take with the wait for the next minute. */
const TEST_LIMIT_MS = 90_000;
const VARIABLES = [{ name: "people", type: "number", description: "how many people come" }];

vi.setConfig({ testTimeout: TEST_LIMIT_MS });

let fixture: VoiceDesk;
let model: MisbehavingModel;
beforeAll(async () => {
  fixture = await openVoiceDesk();
  model = await startMisbehavingModel(fixture);
});
afterAll(async () => {
  await fixture.close();
  await model.close();
  await closeHub();
});

/** How often drafts were used and discarded since the last call. */
const countsOf = () =>
  Object.fromEntries(replyDrafts.counts().map(({ labels, n }) => [labels.result, n])) as {
    used: number;
    discarded: number;
  };

/** The last message of a request, which is the caller's words in the first request of a turn. */
const lastMessageOf = (messages: readonly unknown[]): string => JSON.stringify(messages.at(-1));

/** The prompt contains the minute, and a draft of the previous minute is not used. */
async function waitForMiddleOfMinute(): Promise<void> {
  const untilNextMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (untilNextMs < START_TO_TURN_MS) await pause(untilNextMs + 100);
}

/** A call in which the caller says the first line of the script, until the agent has answered it. */
async function sayOnce(script: Script) {
  const from = model.requests.length;
  const before = countsOf();
  const agentId = await fixture.agent(
    { charMs: 5, recogniseMs: LATE_MS, ...script },
    { model: model.id, variables: VARIABLES },
  );
  await waitForMiddleOfMinute();
  const { call, browser } = await fixture.call(agentId);
  await browser.until(() => browser.turns().some(({ role }) => role === "agent"));
  await browser.state("listening");
  await browser.say(speech(0, 600));
  await browser.until(() => browser.turns().filter(({ role }) => role === "agent").length > 1);
  browser.send({ type: "hang_up" });
  await browser.over();
  const { used, discarded } = countsOf();
  return {
    turns: (await fixture.read(call.id)).transcript,
    requests: model.requests.slice(from).map(({ body }) => lastMessageOf(body.messages ?? [])),
    used: used - before.used,
    discarded: discarded - before.discarded,
  };
}

it("thinks about words before they are final, by an open connection, and asks the model no second time", async () => {
  const { requests, used, discarded } = await sayOnce({
    lines: ["We would like a table, please."],
    // Punctuation and case of an interim transcript differ.
    interimLines: ["we would like a table please"],
  });
  expect(requests.filter((words) => /we would like a table/i.test(words))).toHaveLength(1);
  expect({ used, discarded }).toEqual({ used: 1, discarded: 0 });
  // The connection was opened when the caller began to speak, without the key.
  expect(model.options.length).toBeGreaterThan(0);
  for (const { authorization } of model.options) expect(authorization).toBeUndefined();
});

it("answers the final words if the words of the draft were others", async () => {
  const { requests, turns, used, discarded } = await sayOnce({
    lines: ["We would like a table tomorrow."],
    interimLines: ["We would like a cable"],
  });
  expect(requests.filter((words) => words.includes("a cable"))).toHaveLength(1);
  expect(requests.filter((words) => words.includes("a table tomorrow"))).toHaveLength(1);
  expect({ used, discarded }).toEqual({ used: 0, discarded: 1 });
  expect(turns.filter(({ role }) => role === "caller").map(({ text }) => text)).toEqual([
    "We would like a table tomorrow.",
  ]);
});

it("runs a tool of the drafted answer once, for the caller's stored turn", async () => {
  model.script(({ body }) =>
    lastMessageOf(body.messages ?? []).includes("four people")
      ? calls("save_variables", { people: 4 })
      : says("Thank you."),
  );
  const { requests, turns, used } = await sayOnce({ lines: ["four people"] }).finally(() => model.behave());
  expect(used).toBe(1);
  expect(requests.filter((message) => message.includes("four people"))).toHaveLength(1);
  expect(requests.filter((message) => message.includes('"role":"tool"'))).toHaveLength(1);
  expect(turns.map(({ role }) => role)).toEqual(["agent", "caller", "agent"]);
});

it.each(["four one one one one one one one", "forty one okay eleven okay eleven okay eleven"])(
  "never sends the beginning of a card number, which only the whole number reveals: %s",
  async (interim) => {
    const { requests, used, discarded } = await sayOnce({
      lines: ["four one one one one one one one one one one one one one one one"],
      interimLines: [interim],
    });
    expect(JSON.stringify(requests)).not.toMatch(/four one one|eleven/);
    expect({ used, discarded }).toEqual({ used: 0, discarded: 0 });
  },
);

it("drafts no answer to an opt-out, which the engine answers first", async () => {
  const { used, discarded } = await sayOnce({ lines: ["stop calling me"] });
  expect({ used, discarded }).toEqual({ used: 0, discarded: 0 });
});

it("drafts no answer to a sentence that is not finished", async () => {
  const { used, discarded, requests } = await sayOnce({
    lines: ["we would like a table for tomorrow evening"],
    interimLines: ["we would like a table for"],
  });
  expect(requests.filter((words) => words.includes("we would like"))).toHaveLength(1);
  expect({ used, discarded }).toEqual({ used: 0, discarded: 0 });
});
