import { describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import type { Message } from "@/lib/voice/schema";
import { IDLE, isRunning, next, type SpokenCall, type SpokenEvent } from "./state";

const turn = (index: number, role: Turn["role"], text: string, interrupted = false): Turn => ({
  index,
  role,
  text,
  start_ms: 0,
  end_ms: 0,
  interrupted,
});
const call = (extra: Partial<Call> = {}): Call =>
  ({ id: "call_1", ended_at: null, settled_at: null, transcript: [], ...extra }) as Call;
const messageEvent = (message: Message): SpokenEvent => ({ type: "told", message });
const ready = (resumed = false) => messageEvent({ type: "ready", call_id: "call_1", resume: "r", resumed });
const happened = (events: SpokenEvent[], from: SpokenCall = IDLE): SpokenCall => events.reduce(next, from);
const texts = ({ turns }: SpokenCall) => turns.map(({ text }) => text);

const ENDED = "2026-11-23T09:00:00.000Z";
const placed = happened([
  { type: "starting", agent: { id: "agt_1" } as Agent, draft: true },
  { type: "microphone_given" },
  { type: "called", call: call(), atMs: 1_000 },
]);
const talking = next(placed, ready());

describe("before the first utterance", () => {
  test("the microphone comes first, then the call, then the line", () => {
    const phases = [
      next(IDLE, { type: "starting", agent: { id: "agt_1" } as Agent, draft: true }),
      placed,
      talking,
    ];
    expect(phases.map(({ phase }) => phase)).toEqual(["microphone", "calling", "talking"]);
    expect(phases.every(isRunning)).toBe(true);
  });

  test("shows the problem and allows a new start", () => {
    const refused = next(placed, { type: "not_started", problem: "refused" });
    expect(refused).toMatchObject({ phase: "idle", call: null, problem: "refused" });
    const restarted = next(refused, { type: "starting", agent: { id: "agt_1" } as Agent, draft: false });
    expect(restarted).toMatchObject({ phase: "microphone", draft: false, problem: null });
  });
});

describe("captions", () => {
  const speaking = happened(
    [
      messageEvent({ type: "caption", role: "agent", index: 0, text: "Hello, " }),
      messageEvent({ type: "caption", role: "agent", index: 0, text: "what day?" }),
    ],
    talking,
  );

  test("of the agent join to a turn, and the finished turn stands instead, cut to what was heard", () => {
    expect(speaking.speaking).toEqual({ 0: "Hello, what day?" });
    const interrupted = next(
      speaking,
      messageEvent({ type: "turn", turn: turn(0, "agent", "Hello,", true) }),
    );
    expect(interrupted.speaking).toEqual({});
    expect(texts(interrupted)).toEqual(["Hello,"]);
    const replaced = next(interrupted, messageEvent({ type: "turn", turn: turn(0, "agent", "[withheld]") }));
    expect(texts(replaced)).toEqual(["[withheld]"]);
  });

  test("of the caller are each a guess at the whole, and go with the turn or where nothing was understood", () => {
    const guessed = happened(
      [
        messageEvent({ type: "caption", role: "caller", index: null, text: "to" }),
        messageEvent({ type: "caption", role: "caller", index: null, text: "tomorrow" }),
        messageEvent({ type: "state", state: "thinking" }),
      ],
      talking,
    );
    expect(guessed).toMatchObject({ guess: "tomorrow", word: "thinking" });
    expect(
      next(guessed, messageEvent({ type: "turn", turn: turn(1, "caller", "tomorrow") })).guess,
    ).toBeNull();
    expect(next(guessed, messageEvent({ type: "state", state: "listening" })).guess).toBeNull();
  });
});

describe("a line that is lost", () => {
  const lost = next(talking, { type: "lost" });

  test("is told of until it is back, and what was said stays", () => {
    expect(lost).toMatchObject({ phase: "lost" });
    expect(lost.problem).toBe("lost");
    expect(next(lost, ready(true))).toMatchObject({ phase: "talking", problem: null });
  });

  test("and does not come back ends the call, and says so", () => {
    const closed = next(lost, { type: "gone" });
    expect(closed.phase).toBe("ended");
    expect(closed.problem).toBe("gone");
  });

  test("does not hide that the microphone is gone too", () => {
    const deaf = happened([{ type: "microphone_gone" }, { type: "muted", muted: true }], talking);
    expect(next(deaf, ready(true)).problem).toBe("microphone_gone");
    expect(deaf.muted).toBe(true);
  });
});

test("a call shows the agent of its version, and not of an earlier call's", () => {
  const asLive = { id: "agt_1", variables: [{ name: "day" }] } as unknown as Agent;
  expect(next(talking, { type: "version_read", callId: call().id, agent: asLive }).agent).toBe(asLive);
  expect(next(talking, { type: "version_read", callId: "call_0", agent: asLive })).toBe(talking);
});

describe("the end", () => {
  test("comes by the line, and its outcome by the API", () => {
    const leaving = next(talking, { type: "hung_up" });
    expect(leaving.phase).toBe("leaving");
    const ended = next(leaving, messageEvent({ type: "ended", reason: "caller_hung_up" }));
    expect(ended).toMatchObject({ phase: "ended", call: { settled_at: null } });
    const settled = call({ ended_at: ENDED, settled_at: ENDED, transcript: [turn(0, "agent", "Hello.")] });
    expect(next(ended, { type: "call", call: settled })).toMatchObject({ phase: "ended", call: settled });
  });

  test("by another party ends it here", () => {
    expect(next(talking, { type: "call", call: call({ ended_at: ENDED }) }).phase).toBe("ended");
  });

  test("is final: what comes late changes nothing, and what is of another call neither", () => {
    const ended = next(talking, messageEvent({ type: "ended", reason: "agent_ended" }));
    for (const event of [
      messageEvent({ type: "state", state: "speaking" }),
      { type: "lost" },
      { type: "hung_up" },
      { type: "microphone_gone" },
      { type: "call", call: call({ id: "call_0" }) },
    ] as SpokenEvent[])
      expect(next(ended, event)).toBe(ended);
  });
});
