import { splitId } from "@/lib/agents/models/schema";
import type { PriceUnit } from "@/lib/agents/prices/values";
import type { StoredTurn } from "@/lib/calls/conversation";
import { countSegments } from "./count-segments";
import type { FullRow } from "./row";
import { splitText } from "./split-text";
import { isUnbilled, type UsageEntry } from "./usage";
import { builtinSpansOf, type CallTimes, isSpoken, type Part, UNUSED_KINDS } from "./used-providers";
import { MAX_PROVIDER_FAILURES } from "./values";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The provider of telephone lines and texts, whose account the number belongs to. */
const CARRIER = "carrier";

type Turn = Pick<StoredTurn, "role" | "text" | "start_ms">;
type Call = Pick<FullRow, "channel" | "direction" | "config">;

/** When the built-in provider replaced that of a part, and for how long in all. */
function replacementOf(part: Part, provider: string, { failures, startedAtMs, durationMs }: CallTimes) {
  const ofPart = failures.filter((failure) => failure.part === part && failure.provider === provider);
  const spans = builtinSpansOf(ofPart, failures.length >= MAX_PROVIDER_FAILURES, startedAtMs, durationMs);
  const ms = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  return { spans, ms, isWhole: ofPart.some(({ kind }) => UNUSED_KINDS.includes(kind)) };
}

/** The use of a transcriber or a voice: seconds of the line, or characters of the agent's turns. */
function measurePart(part: Part, id: string, turns: readonly Turn[], times: CallTimes): UsageEntry[] {
  const { provider, name: model } = splitId(id);
  if (isUnbilled(provider)) return [];
  const { spans, ms, isWhole } = replacementOf(part, provider, times);
  if (isWhole) return [];
  if (part === "transcriber") {
    const seconds = Math.ceil(Math.max(0, times.durationMs - ms) / SECOND_MS);
    return [{ turn: null, provider, model, units: { transcriber_seconds: seconds } }];
  }
  const replaced = ({ start_ms: at }: Turn) => spans.some(([from, to]) => from <= at && at <= to);
  const characters = turns
    .filter((turn) => turn.role === "agent" && !replaced(turn))
    .reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  return [{ turn: null, provider, model, units: { voice_characters: characters } }];
}

const carrierUse = (model: string, unit: PriceUnit, quantity: number): UsageEntry[] =>
  quantity === 0 ? [] : [{ turn: null, provider: CARRIER, model, units: { [unit]: quantity } }];

const countTexts = (turns: readonly Turn[], role: Turn["role"]): number =>
  turns
    .filter((turn) => turn.role === role)
    .flatMap(({ text }) => splitText(text ?? ""))
    .reduce((sum, text) => sum + countSegments(text), 0);

/** The second line of a call that a transfer's target has accepted: started minutes until the call ended, at least one. */
function measureTransferLine({
  transferredAtMs = null,
  startedAtMs,
  durationMs,
}: CallTimes & { transferredAtMs?: number | null }): UsageEntry[] {
  if (transferredAtMs === null) return [];
  const ms = Math.max(1, startedAtMs + durationMs - transferredAtMs);
  return carrierUse("outbound", "carrier_minutes", Math.ceil(ms / MINUTE_MS));
}

/**
 * The use of everything but models by a call that has ended: seconds of its transcriber, characters of its voice, started
 * minutes of its line from the answer and of the line of a transfer, and segments of texts.
 */
export function measureLineUse(
  { channel, direction, config }: Call,
  turns: readonly Turn[],
  times: CallTimes & { transferredAtMs?: number | null },
): UsageEntry[] {
  if (channel === "sms")
    return [
      ...carrierUse("inbound", "text_segments", countTexts(turns, "caller")),
      ...carrierUse("outbound", "text_segments", countTexts(turns, "agent")),
    ];
  if (!isSpoken({ channel })) return [];
  return [
    ...measurePart("transcriber", config.transcriber, turns, times),
    ...(config.voice_id === null ? [] : measurePart("voice", config.voice_id, turns, times)),
    ...(channel === "phone"
      ? [
          ...carrierUse(direction, "carrier_minutes", Math.ceil(times.durationMs / MINUTE_MS)),
          ...measureTransferLine(times),
        ]
      : []),
  ];
}
