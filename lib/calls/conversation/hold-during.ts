import { enginePhrases } from "./engine-phrases";
import type { Ports, ToolAnswer } from "./ports";
import type { Scene } from "./scene";
import type { Notice, ToolCall } from "./state";

/** A tool that takes longer than this leaves a silence that callers take for a lost line (step 7, item 9). */
export const HOLD_AFTER_MS = 1_200;

/** Who is put through hears that from the transfer itself. */
const isTransfer = ({ name }: ToolCall): boolean => name.startsWith("transfer_to_");

/**
 * Runs a tool, and asks the caller to hold where it takes long and the line can say so. The tool keeps its own time
 * limit; what follows waits until the phrase has been said.
 */
export async function holdDuring(
  { agent }: Scene,
  call: ToolCall,
  ports: Pick<Ports, "hold" | "now" | "runTool" | "signal">,
): Promise<{ answer: ToolAnswer; notice: Notice | null }> {
  const { hold, now, runTool, signal } = ports;
  if (hold === undefined || isTransfer(call)) return { answer: await runTool(call, signal), notice: null };
  let notice: Promise<Notice> | null = null;
  const timer = setTimeout(() => {
    if (signal.aborted) return;
    const text = enginePhrases(agent.language).holding;
    const startMs = now();
    notice = hold(text)
      .catch(() => false)
      .then((whole) => ({ kind: "holding" as const, text, startMs, endMs: now(), interrupted: !whole }));
  }, HOLD_AFTER_MS);
  try {
    const answer = await runTool(call, signal);
    return { answer, notice: await notice };
  } finally {
    clearTimeout(timer);
  }
}
