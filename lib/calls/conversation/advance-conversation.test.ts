import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { advanceConversation } from "./advance-conversation";
import type { Conversation, Ports } from "./ports";
import { type ConversationEvent, initialState, type StoredTurn } from "./state";
import { tableContext } from "./testing/table-context";
import { createTurnWriter } from "./turn-writer";

const CONTEXT = tableContext();

/** A conversation whose store resolves when the test says so. */
function openConversation() {
  const spokenTexts: string[] = [];
  const writes: { turns: readonly StoredTurn[]; finish(error?: Error): void }[] = [];
  const ports: Ports = {
    storeTurns: (turns) =>
      new Promise((resolve, reject) =>
        writes.push({ turns, finish: (error) => (error === undefined ? resolve() : reject(error)) }),
      ),
    onTurn: () => spokenTexts.push("|"),
    onText: (delta) => spokenTexts.push(delta),
    runTool: () => Promise.reject(new Error("No tool is expected.")),
    onModelError: (error) => Promise.reject(error),
    now: () => 0,
    signal: new AbortController().signal,
  };
  return { ports, spokenTexts, writes };
}

/** Runs everything that does not wait for the store. */
async function runUntilStoreWaits(): Promise<void> {
  for (let i = 0; i < 20; i++) await yieldToEventLoop();
}

/** Runs a conversation until it is idle, and stores every write. */
async function runToIdle(
  { ports, writes }: ReturnType<typeof openConversation>,
  start: Conversation,
  event: ConversationEvent,
): Promise<Conversation> {
  let isDone = false;
  const result = advanceConversation(CONTEXT, start, event, ports).finally(() => {
    isDone = true;
  });
  for (let finished = 0; !isDone; await yieldToEventLoop())
    for (; finished < writes.length; finished++) writes[finished]?.finish();
  return result;
}

const openedConversation = () =>
  runToIdle(openConversation(), { state: initialState({}), turns: [] }, { type: "opened" });
const FOUR: ConversationEvent = { type: "caller_said", text: "four", atMs: 0 };

describe("the turn after a stored turn", () => {
  it("is computed while the turn is being stored, and is heard only afterwards", async () => {
    const { ports, spokenTexts, writes } = openConversation();
    const result = advanceConversation(CONTEXT, await openedConversation(), FOUR, ports);
    await runUntilStoreWaits();
    // The value was saved too: one write contains everything.
    expect(writes.map(({ turns }) => turns.map(({ role }) => role))).toEqual([["caller", "tool"]]);
    expect(spokenTexts).toEqual([]);
    writes[0]?.finish();
    await runUntilStoreWaits();
    expect(spokenTexts[0]).toBe("|");
    expect(spokenTexts.join("")).toContain("What is your seat?");
    expect(writes[1]?.turns.map(({ role }) => role)).toEqual(["agent"]);
    writes[1]?.finish();
    expect((await result).state).toMatchObject({ phase: "listening", values: { people: 4 }, asking: "seat" });
  });

  it("is not said if the turn cannot be stored", async () => {
    const { ports, spokenTexts, writes } = openConversation();
    const result = advanceConversation(CONTEXT, await openedConversation(), FOUR, ports);
    const rejection = expect(result).rejects.toThrow("The store is gone.");
    await runUntilStoreWaits();
    writes[0]?.finish(new Error("The store is gone."));
    await rejection;
    await runUntilStoreWaits();
    expect(spokenTexts).toEqual([]);
    expect(writes).toHaveLength(1);
  });

  it("is stored completely before the result resolves", async () => {
    const { ports, writes } = openConversation();
    let isDone = false;
    const result = advanceConversation(
      CONTEXT,
      { state: initialState({}), turns: [] },
      { type: "opened" },
      ports,
    ).then(() => {
      isDone = true;
    });
    await runUntilStoreWaits();
    writes[0]?.finish();
    await runUntilStoreWaits();
    expect(writes[1]?.turns.map(({ role }) => role)).toEqual(["agent"]);
    expect(isDone).toBe(false);
    writes[1]?.finish();
    await result;
  });
});

it("stores one write at a time, and combines later turns into the next write", async () => {
  const { ports, writes } = openConversation();
  const writer = createTurnWriter(ports.storeTurns, () => undefined);
  const callerTurn = (index: number, text: string): StoredTurn => ({
    index,
    role: "caller",
    text,
    start_ms: 0,
    end_ms: 0,
    interrupted: false,
  });
  writer.add([callerTurn(0, "one")], initialState({}), null);
  await runUntilStoreWaits();
  writer.add([callerTurn(1, "two")], initialState({}), null);
  writer.add([callerTurn(0, "[payment_card]"), callerTurn(2, "three")], initialState({}), "agent_ended");
  await runUntilStoreWaits();
  expect(writes.map(({ turns }) => turns.map(({ text }) => text))).toEqual([["one"]]);
  writes[0]?.finish();
  await runUntilStoreWaits();
  expect(writes[1]?.turns.map(({ text }) => text)).toEqual(["two", "[payment_card]", "three"]);
  writes[1]?.finish();
  await writer.flush();
});
