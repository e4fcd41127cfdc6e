import { type Admission, maskFairly, maskText } from "@/lib/masking";
import { factsOf } from "./mask-facts";
import type { OpenedCall } from "./open-call";
import { documentOf, maskUnreadNotes } from "./present";

/**
 * Masks texts that people wrote about a call, in the same way as its notes. Without the call's key no mask can
 * be computed, so there are no texts.
 */
export async function maskNotes(
  workspaceId: string,
  { row, sealer, turns }: OpenedCall,
  notes: readonly string[],
  admission?: Admission,
): Promise<string[]> {
  if (sealer === undefined || notes.length === 0) return [];
  const facts = factsOf(row, sealer);
  if (!facts.read)
    return maskFairly(
      workspaceId,
      () => maskUnreadNotes(notes, documentOf(row, sealer, turns).turns, facts),
      admission,
    );
  const masked: string[] = [];
  // One piece of work each, as each can need a thread.
  for (const note of notes)
    masked.push(
      await maskFairly(
        workspaceId,
        () => maskText(note, facts.values, facts.masked, facts.definitions),
        admission,
      ),
    );
  return masked;
}
