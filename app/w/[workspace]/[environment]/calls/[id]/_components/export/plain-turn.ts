import { clock } from "@/components/words";
import type { Turn } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { plainValue } from "./plain-value";

/** A turn as text: its time, its speaker, and its words or its tool call. */
export function plainTurn(t: Translator<"calls">, turn: Turn) {
  const { role, start_ms, interrupted, tool } = turn;
  const text =
    tool === undefined
      ? (turn.text ?? "")
      : t("export.toolLine", {
          name: tool.name,
          state: tool.ok ? t("turn.toolDone") : t("turn.toolFailed"),
          arguments: plainValue("arguments", tool.arguments),
          result: plainValue("result", tool.result),
        });
  return {
    time: clock(start_ms),
    speaker: t(`speaker.${role}`),
    text: interrupted ? t("export.interruptedLine", { text }) : text,
  };
}
