import type { Call } from "@/lib/calls/calls/schema";
import { TYPED_TEST_SILENCE_S } from "@/lib/calls/calls/values";
import type { Translator } from "@/messages/translator";

const MINUTE_S = 60;

/** Minutes without a message after which a typed test ends, from the agent's silence limit. */
export const silenceMinutes = (silenceS: number): number =>
  Math.floor(Math.max(silenceS, TYPED_TEST_SILENCE_S) / MINUTE_S);

/** End reasons that have an explanation beside their name. */
const EXPLAINED = [
  "max_duration",
  "cost_limit",
  "interrupted_by_restart",
  "carrier_error",
  "declined",
  "tool_error",
] as const;

type End = { mode: "text" | "voice"; reason: Call["end_reason"]; silenceS: number };

/** Why a test ended and what to do about it; null if the reason's name says it all. */
export function endHelp(t: Translator<"agents.endHelp">, { mode, reason, silenceS }: End): string | null {
  if (reason === "inactivity")
    return mode === "text"
      ? t("inactivityText", { minutes: silenceMinutes(silenceS) })
      : t("inactivityVoice", { seconds: silenceS });
  const key = EXPLAINED.find((explained) => explained === reason);
  return key === undefined ? null : t(key);
}
