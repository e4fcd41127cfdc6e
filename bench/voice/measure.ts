import { setTimeout as pause } from "node:timers/promises";
import { LATE_STEPS_MS } from "@/lib/voice/session/playout";
import { cpuUs } from "../cpu";
import { type Caller, call, STILL_MS } from "./caller";
import type { Gateway } from "./processes";
import { type Kind, type Up, type Utterance, wallMs } from "./wire";

/** Timeout of an answer. */
const PATIENCE_MS = 15_000;
/** An agent that has been still for as long waits for an answer. */
const REST_MS = 600;
/** A gateway without calls uses less CPU than this in two seconds. */
const IDLE_US = 100_000;
/**
 * Time in which the calls of a measurement arrive, and so in which they end. In a burst, fifty calls are settled at once while
 * the last callers still talk; arrivals of a steady traffic are spread over half the length of a call.
 */
const ARRIVALS_MS = { burst: 2_000, steady: 30_000 } as const;
/** Callers answer with a random delay of up to this, so that they are not synchronized. */
const HESITATION_MS = 1_000;

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Resolves once it is so, which news of the caller's brings about; false where it has not been for long. */
async function until(caller: Caller, done: () => boolean, ms = PATIENCE_MS): Promise<boolean> {
  const late = new AbortController();
  const timeout = pause(ms, undefined, { signal: late.signal }).catch(() => undefined);
  const lateMs = performance.now() + ms;
  while (!done() && performance.now() < lateMs) await Promise.race([caller.news(), timeout]);
  late.abort();
  return done();
}
const isHeard = (caller: Caller): boolean => wallMs() - caller.heardMs() < STILL_MS;

/** The caller's answers by question. */
export type Words = { ask(n: number): readonly string[] };

/** Calls the gateway: by default through the stand-in of Twilio. */
export type Dial = (up: Up) => Promise<Caller>;

/** The agent has had its say, and listens. */
const rests = async (caller: Caller) => {
  await until(caller, () => caller.startedAtMs.length > 0);
  const startedAt = wallMs();
  // Between two sentences there may be a pause.
  const restMs = () => Math.max(startedAt, caller.heardMs() + STILL_MS) + REST_MS - wallMs();
  for (let ms = restMs(); ms > 0 && wallMs() < startedAt + PATIENCE_MS; ms = restMs()) await pause(ms);
};

/** From the end of what the caller says to the first sound of the answer; null where none came. */
async function answered(
  caller: Caller,
  words: readonly string[],
): Promise<{ endMs: number; firstMs: number } | null> {
  await rests(caller);
  const before = caller.startedAtMs.length;
  const { lastMs } = await caller.say(words);
  const came = await until(caller, () => caller.startedAtMs.length > before);
  const firstMs = caller.startedAtMs[before];
  return came && firstMs !== undefined && Number.isFinite(lastMs) ? { endMs: lastMs, firstMs } : null;
}

/** From the onset of what the caller says while the agent speaks to `clear`; null where none came. */
async function interrupted(caller: Caller, words: readonly string[]): Promise<number | null> {
  if (!(await until(caller, () => isHeard(caller)))) return null;
  await pause(300);
  if (!isHeard(caller)) return null;
  const before = caller.clears.length;
  const saying = caller.say(words);
  const { firstMs } = await saying;
  const came = await until(caller, () => caller.clears.length > before, 2_000);
  return came && Number.isFinite(firstMs) ? (caller.clears[before] ?? 0) - firstMs : null;
}

/** `answers`: the first sound of each answer, and the utterance that it answers, of calls with published delays. */
export type TurnFigures = {
  turnMs: number[];
  overheadMs: number[];
  interruptMs: number[];
  answers: { firstMs: number; utterance: Utterance | undefined }[];
  failed: number;
};

/**
 * Holds calls at once, each of so many turns, every third of which interrupts the agent. With published delays none does: the
 * answer to an interruption comes later than a caller who waits for a rest expects, and would be interrupted, too.
 */
export async function hold(
  gateway: Gateway,
  kind: Kind,
  calls: number,
  turns: number,
  words: Words,
  dial: Dial = (up) => call(up, up.lines[kind]),
): Promise<TurnFigures> {
  const figures: TurnFigures = { turnMs: [], overheadMs: [], interruptMs: [], answers: [], failed: 0 };
  const { up } = gateway;
  const ends: { caller: Caller; firstMs: number }[] = [];
  const runCaller = async (n: number) => {
    await pause((n * ARRIVALS_MS[kind === "published" ? "steady" : "burst"]) / calls);
    const caller = await dial(up);
    for (let turn = 0; turn < turns; turn++) {
      const utterance = words.ask(turn);
      if (turn % 3 === 2 && kind !== "published") {
        // The answer to what comes next interrupts it.
        const ms = await interrupted(caller, utterance);
        if (ms === null) figures.failed++;
        else figures.interruptMs.push(ms);
        continue;
      }
      const reply = await answered(caller, utterance);
      if (reply === null) figures.failed++;
      else {
        figures.turnMs.push(reply.firstMs - reply.endMs);
        ends.push({ caller, firstMs: reply.firstMs });
      }
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: calls }, (_, n) => runCaller(n)));
  const { finished, utterances } = await gateway.sample();
  for (const { caller, firstMs } of ends) {
    const utterance = utterances[caller.callId]?.findLast(({ finishedMs }) => finishedMs <= firstMs);
    figures.answers.push({ firstMs, utterance });
    const over = finished[caller.callId]?.findLast((atMs) => atMs <= firstMs);
    if (over !== undefined) figures.overheadMs.push(firstMs - over);
  }
  await rested(gateway);
  return figures;
}

/** `p95Ms`, `p99Ms`: the upper ends of the steps in which they lie. */
export type LoadFigures = { calls: number; p95Ms: number; p99Ms: number; frames: number; cpuMsPerS: number };

const stepOf = (counts: readonly number[], share: number): number => {
  const all = counts.reduce((sum, n) => sum + n, 0);
  let frameCount = 0;
  for (const [i, n] of counts.entries()) {
    frameCount += n;
    if (frameCount >= all * share) return LATE_STEPS_MS[i] ?? Number.POSITIVE_INFINITY;
  }
  return Number.NaN;
};

/** How late frames are while `during` runs, and what they cost. */
export async function watched(
  gateway: Gateway,
  calls: number,
  during: () => Promise<unknown>,
): Promise<LoadFigures> {
  const [before, cpu, fromMs] = [await gateway.sample(), cpuUs(gateway.pid), performance.now()];
  await during();
  const [after, cpuAfter, seconds] = [
    await gateway.sample(),
    cpuUs(gateway.pid),
    (performance.now() - fromMs) / 1_000,
  ];
  const counts = after.late.map((n, i) => n - (before.late[i] ?? 0));
  return {
    calls,
    p95Ms: stepOf(counts, 0.95),
    p99Ms: stepOf(counts, 0.99),
    frames: counts.reduce((sum, n) => sum + n, 0),
    cpuMsPerS: (cpuAfter - cpu) / 1_000 / seconds,
  };
}

/** Resolves once the gateway has done what comes of calls that have ended; what is measured next is not to pay for it. */
async function rested(gateway: Gateway): Promise<void> {
  const lateMs = performance.now() + PATIENCE_MS;
  for (let usedUs = Number.POSITIVE_INFINITY; usedUs > IDLE_US && performance.now() < lateMs; ) {
    const before = cpuUs(gateway.pid);
    await pause(2_000);
    usedUs = cpuUs(gateway.pid) - before;
  }
}

/** Holds so many conversations at once for a while, and says how late their frames were. */
export async function load(
  gateway: Gateway,
  kind: Kind,
  calls: number,
  seconds: number,
  words: Words,
  dial: Dial = (up) => call(up, up.lines[kind]),
): Promise<LoadFigures> {
  const { up } = gateway;
  const callers: Caller[] = [];
  // They do not all ring in one moment.
  for (let n = 0; n < calls; n += 10)
    callers.push(...(await Promise.all(Array.from({ length: Math.min(10, calls - n) }, () => dial(up)))));
  const untilMs = performance.now() + seconds * 1_000;
  const talk = async (caller: Caller) => {
    for (let turn = 0; performance.now() < untilMs; turn++) {
      await pause(Math.random() * HESITATION_MS);
      await answered(caller, words.ask(turn));
    }
  };
  const figures = await watched(gateway, calls, () => Promise.all(callers.map(talk)));
  for (const caller of callers) caller.close();
  await rested(gateway);
  return figures;
}
