import { clock } from "@/components/words";
import type { Turn } from "@/lib/calls/calls/schema";
import type { TurnTexts } from "./call-texts";
import { plainValue } from "./plain-value";

/** A turn as text: its time, its speaker, and its words or its tool call. */
export function plainTurn({ label, toolLine, interruptedLine }: TurnTexts, turn: Turn) {
  const { role, start_ms, interrupted, tool } = turn;
  const text =
    tool === undefined
      ? (turn.text ?? "")
      : toolLine({
          name: tool.name,
          state: tool.ok ? label("turn.toolDone") : label("turn.toolFailed"),
          arguments: plainValue("arguments", tool.arguments),
          result: plainValue("result", tool.result),
        });
  return {
    time: clock(start_ms),
    speaker: label(`speaker.${role}`),
    text: interrupted ? interruptedLine({ text }) : text,
  };
}
