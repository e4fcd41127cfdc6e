/**
 * Measures who is taken for a machine, and how mailboxes are recognized, with synthetic greetings by voices on which nothing
 * was tuned. Run as `npm run bench:voice -- --report=answering-machines`. Needs the Debian packages `espeak-ng` and `sox`.
 */
import { setImmediate } from "node:timers/promises";
import { FRAME_MS } from "@/lib/platform/audio";
import type { Callee } from "@/lib/voice/session/callee/detect-callee";
import { watchCallee } from "@/lib/voice/session/callee/watch-callee";
import { createHearing } from "@/lib/voice/session/hearing";
import { type Answered, type AnsweredKind, answeredCalls } from "./corpus/answered-calls";
import { seededRandom } from "./corpus/random";
import { type Half, wilsonInterval } from "./corpus/split";
import { createLocalVad } from "./turns/providers";

/** A transcriber knows the words of an utterance this long after its end. */
const TRANSCRIPT_MS = 600;
/** Source: the bound of the product, docs/voice.md. */
const MOST_FALSE_MACHINES = 0.01;
/** A message that starts this long before the end of a beep is cut by the mailbox. */
const EARLY_MS = 100;

type Change = { callee: Callee; atMs: number };
/** The source that helps to decide. `wrong verdict`: the carrier takes each person for a mailbox that records. */
type Help = "none" | "words" | "wrong verdict";
/** A carrier decides at the earliest and at the latest this long after the call was answered. */
const VERDICT_MS = { min: 1_000, max: 8_000 } as const;

/** Runs a call's audio through the session's own hearing and detection, in virtual time. */
async function detect({ id, frames, text }: Answered, help: Help): Promise<Change[]> {
  const changes: Change[] = [];
  const hasWords = help === "words";
  let verdictMs =
    help === "wrong verdict"
      ? seededRandom(`${id} verdict`).int(VERDICT_MS.min, VERDICT_MS.max)
      : Number.POSITIVE_INFINITY;
  const words: { atMs: number; startMs: number; endMs: number }[] = [];
  let nowMs = 0;
  let startMs = 0;
  const watch = watchCallee({
    language: "en-US",
    nowMs: () => nowMs,
    onChange: (callee) => changes.push({ callee, atMs: nowMs }),
  });
  const hearing = createHearing({
    vad: createLocalVad(),
    nowMs: () => nowMs,
    duringAgentSpeech: () => false,
    mayIgnoreSoftSound: () => false,
    expectation: () => ({ kind: "open", language: "en-US" }),
    patience: "medium",
    isUnfinished: () => false,
    happened: (event) => {
      if (event.type === "started") {
        startMs = event.startMs;
        watch.speechStarted(event.startMs);
      } else if (event.type === "ended") {
        watch.speechEnded(event.endMs);
        words.push({ atMs: nowMs + TRANSCRIPT_MS, startMs, endMs: event.endMs });
      }
    },
    onSpeechFrame: () => undefined,
    loud: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
  for (const frame of frames) {
    nowMs += FRAME_MS;
    hearing.frame(frame);
    // The detector answers within the frame.
    await setImmediate();
    watch.frame(frame);
    if (nowMs >= verdictMs) {
      watch.carrier("recording");
      verdictMs = Number.POSITIVE_INFINITY;
    }
    // With words, the whole greeting is known with each utterance: a transcriber that understands everything.
    while (hasWords && words[0] !== undefined && words[0].atMs <= nowMs) {
      const { startMs: from, endMs: to } = words.shift() as (typeof words)[number];
      watch.words({ text, startMs: from, endMs: to });
    }
  }
  hearing.close();
  return changes;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function rateRow(label: string, count: number, total: number, bound: string, isMet: boolean | null): string {
  const { low, high } = wilsonInterval(count, total);
  const verdict = isMet === null ? "" : isMet ? "met" : "MISSED";
  return `| ${label} | ${total} | ${percent(count / total)} | ${percent(low)} to ${percent(high)} | ${bound} | ${verdict} |`;
}

type Result = { call: Answered; changes: Change[] };
const isMachine = ({ changes }: Result) =>
  changes.some(({ callee }) => callee === "mailbox" || callee === "recording");
/** When the agent speaks to a person. */
const speaksAt = ({ changes }: Result) => changes.find(({ callee }) => callee === "person")?.atMs ?? null;
const recordsAt = ({ changes }: Result) => changes.find(({ callee }) => callee === "recording")?.atMs ?? null;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const SUFFIXES: Readonly<Record<Help, string>> = {
  none: "without words",
  words: "with their words",
  "wrong verdict": "each with a wrong verdict of the carrier",
};

/** The report's table. `perKind`: calls of each kind. `isMet`: whether the bounds are met. */
export async function answeringMachinesReport({
  half,
  perKind,
  say,
}: {
  half: Half;
  perKind: number;
  say(line: string): void;
}): Promise<{ text: string; isMet: boolean }> {
  const rows: string[] = [];
  let isMet = true;
  const by = async (kind: AnsweredKind, help: Help): Promise<Result[]> => {
    const results: Result[] = [];
    for (const [at, call] of answeredCalls(half, kind, perKind).entries()) {
      if (at % 50 === 0) say(`${kind}, ${SUFFIXES[help]}: ${at} of ${perKind} calls`);
      results.push({ call, changes: await detect(call, help) });
    }
    return results;
  };
  const countPeople = async (help: Help): Promise<void> => {
    const people = await by("person", help);
    const wrong = people.filter(isMachine).length;
    // A carrier that is always wrong is the worst case; the bound is that of the detection.
    const isWithin = help === "wrong verdict" ? null : wrong / people.length <= MOST_FALSE_MACHINES;
    if (isWithin === false) isMet = false;
    const bound = isWithin === null ? "" : `at most ${percent(MOST_FALSE_MACHINES)}`;
    rows.push(rateRow(`People taken for machines, ${SUFFIXES[help]}`, wrong, people.length, bound, isWithin));
    const delays = people.flatMap((result) => {
      const atMs = speaksAt(result);
      return atMs === null ? [] : [atMs - result.call.endMs];
    });
    say(`The agent speaks ${median(delays)} ms after a person's greeting (median), ${SUFFIXES[help]}.`);
  };
  const countMailboxes = async (help: Help): Promise<void> => {
    const mailboxes = await by("mailbox", help);
    const recognized = mailboxes.filter(isMachine).length;
    rows.push(rateRow(`Mailboxes recognized, ${SUFFIXES[help]}`, recognized, mailboxes.length, "", null));
    const early = mailboxes.filter((result) => {
      const atMs = recordsAt(result);
      return atMs !== null && atMs < result.call.endMs - EARLY_MS;
    }).length;
    const label = `Messages begun before the end of the beep, ${SUFFIXES[help]}`;
    rows.push(rateRow(label, early, mailboxes.length, "", null));
  };
  for (const help of ["none", "words"] as const) {
    await countPeople(help);
    await countMailboxes(help);
  }
  await countPeople("wrong verdict");
  const head = ["| | n | rate | 95 % interval | to reach | |", "|---|--:|--:|--:|---|---|"];
  return { text: [...head, ...rows, ""].join("\n"), isMet };
}
