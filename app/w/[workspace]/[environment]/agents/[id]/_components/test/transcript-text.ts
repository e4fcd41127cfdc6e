import type { Turn } from "@/lib/calls/calls/schema";
import type { Translator } from "@/messages/translator";
import { eventText } from "./event-text";
import type { TimelineItem } from "./timeline";

type Texts = {
  t: Translator<"agents.transcript">;
  tEvent: Translator<"agents.event">;
  tCalls: Translator<"calls">;
};

function turnLine({ t, tCalls }: Texts, turn: Turn): string {
  const { role, text, tool } = turn;
  if (tool !== undefined) {
    const result = tool.ok ? tCalls("turn.toolDone") : tCalls("turn.toolFailed");
    return t("tool", { name: tool.name, arguments: JSON.stringify(tool.arguments), result });
  }
  const speaker = role === "caller" ? t("you") : tCalls(`speaker.${role}`);
  return t("line", { speaker, text: text ?? "" });
}

/** A conversation as plain text, masked as it is shown: a line for each turn and event. */
export function transcriptText(texts: Texts, items: readonly TimelineItem[]): string {
  const { t, tEvent, tCalls } = texts;
  const lines = items.map((item) =>
    item.kind === "turn"
      ? turnLine(texts, item.turn)
      : t("event", { event: eventText({ t: tEvent, tCalls }, item.event) }),
  );
  return lines.join("\n");
}
