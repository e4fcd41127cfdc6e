/**
 * Measures turn-taking in simulated calls, with voices on which nothing was tuned. Run as
 * `npm run bench:voice -- --report=turns`. Needs the Debian packages `espeak-ng`, `sox` and
 * `asterisk-core-sounds-en-wav`.
 */
import type { Transcriber } from "@/lib/agents/providers/schema";
import { createDecoders } from "@/lib/voice/offline/speech/decoders";
import { type Half, wilsonInterval } from "./corpus/split";
import { createKnowingTranscriber } from "./turns/knowing-transcriber";
import { createLocalTranscriber, createLocalVad } from "./turns/providers";
import { DISTURBANCES, SCENARIO_KINDS, type Scenario, scenarios } from "./turns/scenarios";
import { type Outcome, simulate } from "./turns/simulate";

/** A turn that is taken more than this before the caller has finished is cut off. */
const CUT_OFF_MS = 100;
/** Words this much before or after the speech belong to it. */
const NEAR_MS = 600;

type Failure = "falseInterruption" | "cutOff" | "missed" | "stuck";
type Result = {
  scenario: Pick<Scenario, "kind" | "disturbance">;
  failures: Failure[];
  isPaused: boolean;
};

function failuresOf({ speech, agentMs }: Scenario, outcome: Outcome): Failure[] {
  const failures: Failure[] = outcome.isStuck ? ["stuck"] : [];
  const interruptions = outcome.interruptedMs.filter((atMs) => atMs >= agentMs);
  if (speech === null) return interruptions.length > 0 ? [...failures, "falseInterruption"] : failures;
  if (interruptions.some((atMs) => atMs < speech.startMs)) failures.push("falseInterruption");
  const turns = outcome.turns.filter(
    ({ words }) => words.endMs >= speech.startMs - NEAR_MS && words.startMs <= speech.endMs + NEAR_MS,
  );
  const [first] = turns;
  if (first === undefined) failures.push("missed");
  else if (first.atMs < speech.endMs - CUT_OFF_MS) failures.push("cutOff");
  return failures;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A rate with its 95 % interval and its bound. */
function rateRow(label: string, count: number, total: number, bound: number | null): string {
  const { low, high } = wilsonInterval(count, total);
  const verdict = bound === null ? "" : count / total <= bound ? "met" : "MISSED";
  const boundText = bound === null ? "" : `at most ${percent(bound)}`;
  return `| ${label} | ${total} | ${percent(count / total)} | ${percent(low)} to ${percent(high)} | ${boundText} | ${verdict} |`;
}

/** `builtin`: the product's own. `knowing`: stands for a provider that understands the caller. */
export const TRANSCRIBERS = ["builtin", "knowing"] as const;
type TranscriberName = (typeof TRANSCRIBERS)[number];

async function judgeScenario(scenario: Scenario, builtin: Transcriber | null): Promise<Result> {
  const outcome = await simulate(scenario.make(), createLocalVad(), (nowMs) =>
    builtin === null ? createKnowingTranscriber(scenario.callerParts, nowMs) : builtin,
  );
  const isPaused = outcome.heldMs.some((atMs) => atMs >= scenario.agentMs);
  return { scenario, failures: failuresOf(scenario, outcome), isPaused };
}

/** The table of simulated calls. */
function tableOf(results: readonly Result[]): string[] {
  const of = (...kinds: Scenario["kind"][]) =>
    results.filter(({ scenario }) => kinds.includes(scenario.kind));
  const count = (list: readonly Result[], failure: Failure) =>
    list.filter(({ failures }) => failures.includes(failure)).length;
  const quiet = of("noise", "backchannel");
  const turns = of("turn");
  return [
    "| | n | rate | 95 % interval | to reach | |",
    "|---|--:|--:|--:|---|---|",
    rateRow(
      "False interruptions: noise and signs of attention",
      count(quiet, "falseInterruption"),
      quiet.length,
      0.03,
    ),
    rateRow("… by noise", count(of("noise"), "falseInterruption"), of("noise").length, null),
    rateRow(
      "… by signs of attention",
      count(of("backchannel"), "falseInterruption"),
      of("backchannel").length,
      null,
    ),
    rateRow(
      "Pauses of the agent that ended with its next words",
      quiet.filter(({ isPaused, failures }) => isPaused && failures.length === 0).length,
      quiet.length,
      null,
    ),
    rateRow("Cut-offs: a turn taken before its end", count(turns, "cutOff"), turns.length, 0.03),
    rateRow("Missed turns after the agent's", count(turns, "missed"), turns.length, 0.02),
    rateRow(
      "Missed turns over the agent's (double talk)",
      count(of("doubleTalk"), "missed"),
      of("doubleTalk").length,
      0.02,
    ),
    rateRow("Agents that stayed quieter or paused", count(results, "stuck"), results.length, 0),
    ...DISTURBANCES.map((name) => {
      const list = results.filter(({ scenario }) => scenario.disturbance === name);
      return rateRow(
        `Any of these, with ${name === "none" ? "a quiet line" : name}`,
        list.filter(({ failures }) => failures.length > 0).length,
        list.length,
        null,
      );
    }),
    "",
  ];
}

export async function turnTakingReport({
  half,
  perKind,
  transcriber,
  say,
}: {
  half: Half;
  perKind: number;
  transcriber: TranscriberName;
  say(line: string): void;
}): Promise<{ text: string; isWithinBounds: boolean }> {
  const builtin = transcriber === "builtin" ? createLocalTranscriber(await createDecoders()) : null;
  const results: Result[] = [];
  const lists = SCENARIO_KINDS.map((kind) => scenarios(half, kind, perKind));
  for (let at = 0; at < perKind; at++) {
    if (at % 20 === 0) say(`${at} of ${perKind} calls of each kind`);
    for (const list of lists) {
      const scenario = list[at];
      if (scenario !== undefined) results.push(await judgeScenario(scenario, builtin));
    }
  }
  const lines = tableOf(results);
  return { text: `${lines.join("\n")}\n`, isWithinBounds: !lines.some((line) => line.includes("MISSED")) };
}
