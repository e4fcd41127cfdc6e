import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agent } from "@/lib/calls/offline/model/engine.fixture";
import { HOLD_AFTER_MS, holdDuring } from "./hold-during";
import type { ToolAnswer } from "./ports";
import type { Scene } from "./scene";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ANSWER: ToolAnswer = { ok: true, result: 1 };
const scene = { agent: { ...agent({}), prompt: "" } } as Scene;
const call = (name: string) => ({ id: "a", name, arguments: {} });

function ports(toolMs: number, phraseMs = 500) {
  const held: string[] = [];
  return {
    held,
    now: () => Date.now(),
    signal: new AbortController().signal,
    runTool: () => new Promise<ToolAnswer>((done) => setTimeout(() => done(ANSWER), toolMs)),
    hold: (text: string) => {
      held.push(text);
      return new Promise<boolean>((done) => setTimeout(() => done(true), phraseMs));
    },
  };
}

async function run(name: string, toolMs: number, given = ports(toolMs)) {
  const work = holdDuring(scene, call(name), given);
  await vi.runAllTimersAsync();
  return { ...(await work), held: given.held };
}

it("says nothing while a tool is quick", async () => {
  expect(await run("look_up", HOLD_AFTER_MS - 1)).toEqual({ answer: ANSWER, notice: null, held: [] });
});

it("asks the caller to hold while a tool is slow, once, and waits until that is said", async () => {
  const began = Date.now();
  const { answer, notice, held } = await run("look_up", HOLD_AFTER_MS + 1);
  expect(answer).toEqual(ANSWER);
  expect(held).toEqual(["One moment, please."]);
  expect(notice).toEqual({
    kind: "holding",
    text: "One moment, please.",
    startMs: began + HOLD_AFTER_MS,
    endMs: began + HOLD_AFTER_MS + 500,
    interrupted: false,
  });
  expect((await run("look_up", 60_000)).held).toHaveLength(1);
});

it("leaves a transfer to say so itself, and a line without a voice in peace", async () => {
  expect((await run("transfer_to_human", 60_000)).held).toEqual([]);
  const { hold: _, ...mute } = ports(60_000);
  expect(await run("look_up", 60_000, { ...mute, held: [] } as never)).toMatchObject({ notice: null });
});

it("does not lose the tool's answer where the phrase cannot be said", async () => {
  const broken = { ...ports(HOLD_AFTER_MS + 10), hold: () => Promise.reject(new Error("mute")) };
  expect(await run("look_up", 0, broken)).toMatchObject({ answer: ANSWER, notice: { interrupted: true } });
});
