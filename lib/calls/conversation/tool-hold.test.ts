import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agent } from "@/lib/calls/offline/model/engine.fixture";
import type { ToolAnswer } from "./ports";
import { HOLD_AFTER_MS, runToolWithHold } from "./tool-hold";
import type { TurnContext } from "./turn-context";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ANSWER: ToolAnswer = { ok: true, result: 1 };
const CONTEXT = { agent: { ...agent({}), prompt: "" } } as TurnContext;
const call = (name: string) => ({ id: "a", name, arguments: {} });

function createPorts(toolMs: number, phraseMs = 500) {
  const heldTexts: string[] = [];
  return {
    heldTexts,
    now: () => Date.now(),
    signal: new AbortController().signal,
    runTool: () => new Promise<ToolAnswer>((done) => setTimeout(() => done(ANSWER), toolMs)),
    sayHold: (text: string) => {
      heldTexts.push(text);
      return new Promise<boolean>((done) => setTimeout(() => done(true), phraseMs));
    },
  };
}

async function runTool(name: string, toolMs: number, toolPorts = createPorts(toolMs)) {
  const result = runToolWithHold(CONTEXT, call(name), toolPorts);
  await vi.runAllTimersAsync();
  return { ...(await result), heldTexts: toolPorts.heldTexts };
}

it("says nothing while a tool is fast", async () => {
  expect(await runTool("look_up", HOLD_AFTER_MS - 1)).toEqual({
    answer: ANSWER,
    notice: null,
    heldTexts: [],
  });
});

it("asks the caller to hold once while a tool is slow, and waits until the phrase is said", async () => {
  const startMs = Date.now();
  const { answer, notice, heldTexts } = await runTool("look_up", HOLD_AFTER_MS + 1);
  expect(answer).toEqual(ANSWER);
  expect(heldTexts).toEqual(["One moment, please."]);
  expect(notice).toEqual({
    kind: "holding",
    text: "One moment, please.",
    startMs: startMs + HOLD_AFTER_MS,
    endMs: startMs + HOLD_AFTER_MS + 500,
    interrupted: false,
  });
  expect((await runTool("look_up", 60_000)).heldTexts).toHaveLength(1);
});

it("says nothing during a transfer or on a line without speech", async () => {
  expect((await runTool("transfer_to_human", 60_000)).heldTexts).toEqual([]);
  const { sayHold: _, ...mutePorts } = createPorts(60_000);
  expect(await runTool("look_up", 60_000, { ...mutePorts, heldTexts: [] } as never)).toMatchObject({
    notice: null,
  });
});

it("does not lose the tool's result if the phrase cannot be said", async () => {
  const brokenPorts = {
    ...createPorts(HOLD_AFTER_MS + 10),
    sayHold: () => Promise.reject(new Error("mute")),
  };
  expect(await runTool("look_up", 0, brokenPorts)).toMatchObject({
    answer: ANSWER,
    notice: { interrupted: true },
  });
});
