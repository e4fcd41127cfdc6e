import { enginePhrases } from "./engine-phrases";
import type { Ports, ToolAnswer } from "./ports";
import type { Notice, ToolCall } from "./state";
import type { TurnContext } from "./turn-context";

/** A tool that takes longer leaves a silence that callers take for a lost line (step 7, item 9). */
export const HOLD_AFTER_MS = 1_200;

/** A transfer tells the caller itself that they are being transferred. */
const isTransfer = ({ name }: ToolCall): boolean => name.startsWith("transfer_to_");

/**
 * Runs a tool. If it is slow and the line supports it, asks the caller to hold. The tool has its own timeout;
 * the result is returned after the phrase has been said.
 */
export async function runToolWithHold(
  { agent }: TurnContext,
  call: ToolCall,
  ports: Pick<Ports, "sayHold" | "now" | "runTool" | "signal">,
): Promise<{ answer: ToolAnswer; notice: Notice | null }> {
  const { sayHold, now, runTool, signal } = ports;
  if (sayHold === undefined || isTransfer(call)) return { answer: await runTool(call, signal), notice: null };
  let notice: Promise<Notice> | null = null;
  const timer = setTimeout(() => {
    if (signal.aborted) return;
    const text = enginePhrases(agent.language).holding;
    const startMs = now();
    notice = sayHold(text)
      .catch(() => false)
      .then((isComplete) => ({
        kind: "holding" as const,
        text,
        startMs,
        endMs: now(),
        interrupted: !isComplete,
      }));
  }, HOLD_AFTER_MS);
  try {
    const answer = await runTool(call, signal);
    return { answer, notice: await notice };
  } finally {
    clearTimeout(timer);
  }
}
