import type { EngineLine } from "./engine-lines";
import type { ConversationState, Effect } from "./state";

/** Marks the interruption in the transcript. */
export const RECONNECTED_TEXT = "The connection was interrupted.";
/** Marks the return of a caller from a member. */
export const MEMBER_LOST_TEXT = "The person who took over the call lost the connection. The agent continues.";

/** The engine's question that the caller had not answered. Null if the model's question is open, or none. */
function openEngineLine({ phase, say, optOut }: ConversationState): EngineLine | null {
  if (phase === "thinking" && say !== undefined && say.next !== "think") return say.line;
  if (optOut?.at === "asking") return "ask_opt_out";
  return optOut?.at === "standing" ? "opted_out" : null;
}

/**
 * Continues a spoken conversation after its line broke: the agent tells the caller so. Then it repeats its
 * open question, or answers the words that it had not answered. An offer of a person after a model failure
 * is dropped, as the model can work again. After a member (`isFromMember`), the model is told that it missed a part of the call.
 */
export function continueAfterBreak(
  previous: ConversationState,
  disclosure: false | { disclose: true },
  isFromMember = false,
): [ConversationState, Effect[]] {
  const state: ConversationState = { ...previous, phase: "thinking", round: 0, failure: undefined };
  const options = { lead: isFromMember ? "member_lost" : "cut_off", ...disclosure } as const;
  const line = openEngineLine(previous);
  if (line !== null)
    return [{ ...state, say: { line, next: "listen" } }, [{ type: "say", line, ...options }]];
  if (isFromMember)
    return [{ ...state, say: undefined }, [{ type: "think", ...options, reconnected: "member" }]];
  const isCallersTurn = previous.phase === "listening";
  return [
    { ...state, say: undefined },
    [{ type: "think", ...options, ...(isCallersTurn && { reconnected: true }) }],
  ];
}
