import { setImmediate as turnOfLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { rehearsalModel } from "@/lib/calls/offline/model";
import { agent, NOW, variable } from "@/lib/calls/offline/model/engine.fixture";
import type { Conversation, Ports } from "./ports";
import type { Scene } from "./scene";
import { advance } from "./session";
import { type Event, initialState, type KeptTurn } from "./state";
import { storing } from "./storing";

const scene: Scene = {
  workspaceId: "ws_test",
  model: rehearsalModel({ now: () => new Date(NOW) }),
  agent: {
    ...agent({ variables: [variable("people", "number"), variable("seat", "string")] }),
    prompt: "Help.",
  },
  tools: [],
  known: {},
  startedAt: NOW,
  timeZone: "UTC",
  reach: { number: true, human: false, suppressed: true },
};

/** A conversation whose store answers when the test says. */
function open() {
  const heard: string[] = [];
  const writes: { turns: readonly KeptTurn[]; done(error?: Error): void }[] = [];
  const ports: Ports = {
    keep: (turns) =>
      new Promise((resolve, reject) =>
        writes.push({ turns, done: (error) => (error === undefined ? resolve() : reject(error)) }),
      ),
    onTurn: () => heard.push("|"),
    onText: (delta) => heard.push(delta),
    runTool: () => Promise.reject(new Error("No tool is to run.")),
    failed: (error) => Promise.reject(error),
    now: () => 0,
    signal: new AbortController().signal,
  };
  return { ports, heard, writes };
}

/** Lets everything happen that does not wait for the store. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turnOfLoop();
}

/** Stores whatever comes, until the conversation rests. */
async function through(
  { ports, writes }: ReturnType<typeof open>,
  start: Conversation,
  event: Event,
): Promise<Conversation> {
  let over = false;
  const going = advance(scene, start, event, ports).finally(() => {
    over = true;
  });
  for (let done = 0; !over; await turnOfLoop()) for (; done < writes.length; done++) writes[done]?.done();
  return going;
}

const opened = () => through(open(), { state: initialState({}), turns: [] }, { type: "opened" });
const four: Event = { type: "caller_said", text: "four", atMs: 0 };

describe("what follows upon a turn", () => {
  it("is thought of while the turn is being stored, and heard by nobody before it is", async () => {
    const { ports, heard, writes } = open();
    const going = advance(scene, await opened(), four, ports);
    await settle();
    // Its value was noted too: all of it is one write.
    expect(writes.map(({ turns }) => turns.map(({ role }) => role))).toEqual([["caller", "tool"]]);
    expect(heard).toEqual([]);
    writes[0]?.done();
    await settle();
    expect(heard[0]).toBe("|");
    expect(heard.join("")).toContain("What is your seat?");
    expect(writes[1]?.turns.map(({ role }) => role)).toEqual(["agent"]);
    writes[1]?.done();
    expect((await going).state).toMatchObject({ phase: "listening", values: { people: 4 }, asking: "seat" });
  });

  it("is not said where the turn could not be stored", async () => {
    const { ports, heard, writes } = open();
    const going = advance(scene, await opened(), four, ports);
    const failed = expect(going).rejects.toThrow("The store is gone.");
    await settle();
    writes[0]?.done(new Error("The store is gone."));
    await failed;
    await settle();
    expect(heard).toEqual([]);
    expect(writes).toHaveLength(1);
  });

  it("is stored in full before it is said to be over", async () => {
    const { ports, writes } = open();
    let over = false;
    const going = advance(scene, { state: initialState({}), turns: [] }, { type: "opened" }, ports).then(
      () => {
        over = true;
      },
    );
    await settle();
    writes[0]?.done();
    await settle();
    expect(writes[1]?.turns.map(({ role }) => role)).toEqual(["agent"]);
    expect(over).toBe(false);
    writes[1]?.done();
    await going;
  });
});

it("is stored one write at a time: what comes meanwhile goes into the next", async () => {
  const { ports, writes } = open();
  const store = storing(ports.keep, () => undefined);
  const said = (index: number, text: string): KeptTurn => ({
    index,
    role: "caller",
    text,
    start_ms: 0,
    end_ms: 0,
    interrupted: false,
  });
  store.add([said(0, "one")], initialState({}), null);
  await settle();
  store.add([said(1, "two")], initialState({}), null);
  store.add([said(0, "[payment_card]"), said(2, "three")], initialState({}), "agent_ended");
  await settle();
  expect(writes.map(({ turns }) => turns.map(({ text }) => text))).toEqual([["one"]]);
  writes[0]?.done();
  await settle();
  expect(writes[1]?.turns.map(({ text }) => text)).toEqual(["two", "[payment_card]", "three"]);
  writes[1]?.done();
  await store.all();
});
