import type { Translator } from "@/messages/translator";

const SECOND_MS = 1_000;

/** Formats milliseconds: `420 ms`, `1.5 s`. */
export const durationText = (t: Translator<"tools.duration">, ms: number): string =>
  ms < SECOND_MS ? t("milliseconds", { milliseconds: ms }) : t("seconds", { seconds: ms / SECOND_MS });
