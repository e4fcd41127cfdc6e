import { splitId } from "@/lib/agents/models/schema";
import type { KeptTurn } from "@/lib/calls/conversation";
import type { FullRow } from "./row";
import { FAILED_FOR_MS, MOST_PROVIDER_FAILURES, type ProviderFailureNote } from "./schema";

/** Whom a call is billed by. The three lists belong together; without times each was used all the while. */
export type UsedProviders = {
  /** `<part>:<provider>`. */
  providers: string[];
  provider_ms: number[];
  provider_turns: number[];
};

type Part = ProviderFailureNote["part"];
type Span = readonly [fromMs: number, toMs: number];

const BUILTIN = "builtin";

/** Never asked: what was to be said or heard went nowhere else. */
const NEVER: readonly ProviderFailureNote["kind"][] = ["not_connected", "not_allowed"];

/** Heard and spoken by providers, as a call by voice is. */
export const isSpoken = ({ channel }: Pick<FullRow, "channel">): boolean =>
  channel === "phone" || channel === "web";

/** The parts of a spoken call that a provider of the workspace's was to do, with its name. */
function byAccount({ channel, config }: Pick<FullRow, "channel" | "config">): Map<Part, string> {
  const parts = new Map<Part, string>();
  if (!isSpoken({ channel })) return parts;
  const { transcriber, voice_id: voice } = config;
  for (const [part, id] of [
    ["transcriber", transcriber],
    ["voice", voice],
  ] as const)
    if (id !== null && splitId(id).provider !== BUILTIN) parts.set(part, splitId(id).provider);
  return parts;
}

/** When what is built in did the work: after each failure for as long as the provider is not asked again, in order. */
function spansOf(
  failures: readonly ProviderFailureNote[],
  isFull: boolean,
  beganAt: number,
  ms: number,
): Span[] {
  if (failures.some(({ kind }) => NEVER.includes(kind))) return [[0, ms]];
  const spans: [number, number][] = [];
  for (const [n, { at }] of failures.entries()) {
    const from = Math.min(Math.max(Date.parse(at) - beganAt, 0), ms);
    // Beyond what is noted nobody knows of another success.
    const to = isFull && n === failures.length - 1 ? ms : Math.min(from + FAILED_FOR_MS, ms);
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

/** `failures`: in the order in which they were noted. `beganAt`: milliseconds of the epoch, from which turns are counted. */
type Course = { failures: readonly ProviderFailureNote[]; beganAt: number; durationMs: number };

/**
 * Whom a call truly used, how long and for how many answers: whom its agent was set to use, and what is built in for as
 * long as that had failed. One that was never asked, as it was not connected or not allowed, was not used.
 */
export function usedProviders(
  { channel, config }: Pick<FullRow, "channel" | "config">,
  turns: readonly Pick<KeptTurn, "role" | "start_ms">[],
  { failures, beganAt, durationMs }: Course,
): UsedProviders {
  const answers = turns.filter(({ role }) => role === "agent");
  const used: { name: string; ms: number; turns: number }[] = [];
  const whole = (name: string) => used.push({ name, ms: durationMs, turns: answers.length });
  const accounts = byAccount({ channel, config });
  const speech = (part: Part, id: string) => {
    const own = failures.filter((one) => one.part === part && one.provider === accounts.get(part));
    if (own.length === 0) return void whole(`${part}:${splitId(id).provider}`);
    const isFull = failures.length >= MOST_PROVIDER_FAILURES;
    const spans = spansOf(own, isFull, beganAt, durationMs);
    const builtinMs = spans.reduce((sum, [from, to]) => sum + to - from, 0);
    const builtinTurns = answers.filter(({ start_ms: at }) =>
      spans.some(([from, to]) => from <= at && at <= to),
    ).length;
    if (!own.some(({ kind }) => NEVER.includes(kind)))
      used.push({
        name: `${part}:${splitId(id).provider}`,
        ms: durationMs - builtinMs,
        turns: answers.length - builtinTurns,
      });
    used.push({ name: `${part}:${BUILTIN}`, ms: builtinMs, turns: builtinTurns });
  };
  whole(`model:${splitId(config.model).provider}`);
  if (isSpoken({ channel })) {
    speech("transcriber", config.transcriber);
    if (config.voice_id !== null) speech("voice", config.voice_id);
  }
  if (channel === "phone") whole("telephone:carrier");
  return {
    providers: used.map(({ name }) => name),
    // Where nothing failed, the call's own length and answers are those of each.
    provider_ms: failures.length === 0 ? [] : used.map(({ ms }) => Math.round(ms)),
    provider_turns: failures.length === 0 ? [] : used.map(({ turns: count }) => count),
  };
}
