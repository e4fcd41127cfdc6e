import { splitId } from "@/lib/agents/models/schema";
import type { StoredTurn } from "@/lib/calls/conversation";
import type { FullRow } from "./row";
import { PROVIDER_BACKOFF_MS, type ProviderFailureNote } from "./schema";
import { MAX_PROVIDER_FAILURES } from "./values";

/** The providers that bill a call. The three lists are parallel. Without times, each provider was used for the whole call. */
export type UsedProviders = {
  /** `<part>:<provider>`. */
  providers: string[];
  provider_ms: number[];
  provider_turns: number[];
};

export type Part = ProviderFailureNote["part"];
type Span = readonly [fromMs: number, toMs: number];

const BUILTIN = "builtin";

/** Failures in which no request reached the provider. */
export const UNUSED_KINDS: readonly ProviderFailureNote["kind"][] = ["not_connected", "not_allowed"];

/** Whether the channel uses a transcriber and a voice. */
export const isSpoken = ({ channel }: Pick<FullRow, "channel">): boolean =>
  channel === "phone" || channel === "web";

/** The parts of a spoken call that use a provider account of the workspace, with the provider's name. */
function accountProvidersOf({ channel, config }: Pick<FullRow, "channel" | "config">): Map<Part, string> {
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

/** Ordered spans in which the built-in provider did the work: after each failure, until the backoff ends. */
export function builtinSpansOf(
  failures: readonly ProviderFailureNote[],
  isFull: boolean,
  startedAtMs: number,
  ms: number,
): Span[] {
  if (failures.some(({ kind }) => UNUSED_KINDS.includes(kind))) return [[0, ms]];
  const spans: [number, number][] = [];
  for (const [n, { at }] of failures.entries()) {
    const from = Math.min(Math.max(Date.parse(at) - startedAtMs, 0), ms);
    // Once the list is full, later successes are unknown.
    const to = isFull && n === failures.length - 1 ? ms : Math.min(from + PROVIDER_BACKOFF_MS, ms);
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

/** `failures`: in recorded order. `startedAtMs`: epoch milliseconds from which turn times are counted. */
export type CallTimes = { failures: readonly ProviderFailureNote[]; startedAtMs: number; durationMs: number };

/**
 * Computes which providers a call used, for how long and for how many answers: the agent's configured providers, and the
 * built-in one while a configured provider had failed. A provider that was not connected or not allowed was not used.
 */
export function computeUsedProviders(
  { channel, config }: Pick<FullRow, "channel" | "config">,
  turns: readonly Pick<StoredTurn, "role" | "start_ms">[],
  { failures, startedAtMs, durationMs }: CallTimes,
): UsedProviders {
  const answers = turns.filter(({ role }) => role === "agent");
  const used: { name: string; ms: number; turns: number }[] = [];
  const addWholeCall = (name: string) => used.push({ name, ms: durationMs, turns: answers.length });
  const accounts = accountProvidersOf({ channel, config });
  const addSpeech = (part: Part, id: string) => {
    const partFailures = failures.filter(
      (failure) => failure.part === part && failure.provider === accounts.get(part),
    );
    if (partFailures.length === 0) return void addWholeCall(`${part}:${splitId(id).provider}`);
    const isFull = failures.length >= MAX_PROVIDER_FAILURES;
    const spans = builtinSpansOf(partFailures, isFull, startedAtMs, durationMs);
    const builtinMs = spans.reduce((sum, [from, to]) => sum + to - from, 0);
    const builtinTurns = answers.filter(({ start_ms: at }) =>
      spans.some(([from, to]) => from <= at && at <= to),
    ).length;
    if (!partFailures.some(({ kind }) => UNUSED_KINDS.includes(kind)))
      used.push({
        name: `${part}:${splitId(id).provider}`,
        ms: durationMs - builtinMs,
        turns: answers.length - builtinTurns,
      });
    used.push({ name: `${part}:${BUILTIN}`, ms: builtinMs, turns: builtinTurns });
  };
  addWholeCall(`model:${splitId(config.model).provider}`);
  if (isSpoken({ channel })) {
    addSpeech("transcriber", config.transcriber);
    if (config.voice_id !== null) addSpeech("voice", config.voice_id);
  }
  if (channel === "phone") addWholeCall("telephone:carrier");
  return {
    providers: used.map(({ name }) => name),
    // Without failures, each provider's time and answers equal the whole call's.
    provider_ms: failures.length === 0 ? [] : used.map(({ ms }) => Math.round(ms)),
    provider_turns: failures.length === 0 ? [] : used.map(({ turns: count }) => count),
  };
}
