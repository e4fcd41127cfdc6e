import { TRANSFER_TO_HUMAN } from "./model-contract";
import type {
  CallerUnderstanding,
  ConversationState,
  EngineSpeech,
  OptOut,
  StoredTurn,
  SuppressionAction,
} from "./state";
import { isSuppressionUndo } from "./understand-caller";

/** The engine's own reaction to a caller's words, before any model reads them. */
export type EngineReaction = {
  state: ConversationState;
  /** The turn concerns the engine, and is no answer for the model. */
  engineTopic?: NonNullable<StoredTurn["engineTopic"]>;
  /**
   * The caller only answered the engine's question with yes or no, so the turn does not answer the model's
   * question.
   */
  isReply?: true;
  suppressionAction?: SuppressionAction;
};

/** Maximum times the opt-out question is asked. It is repeated if the answer was not understood. */
const MAX_QUESTIONS = 2;

const nextOptOut = (state: ConversationState, at: OptOut["at"], addedQuestions = 0): OptOut => ({
  at,
  askCount: (state.optOut?.askCount ?? 0) + addedQuestions,
});

function withOptOut(
  state: ConversationState,
  at: OptOut["at"],
  say: EngineSpeech | undefined,
  addedQuestions = 0,
): ConversationState {
  return { ...state, optOut: nextOptOut(state, at, addedQuestions), say };
}

/**
 * The state after the caller's number is suppressed. The caller is told, unless nothing can be sent to them
 * any more.
 */
export const confirmSuppression = (state: ConversationState, canAnswer: boolean): ConversationState =>
  canAnswer
    ? withOptOut(state, "standing", { line: "opted_out", next: "listen" })
    : { ...withOptOut(state, "standing", undefined), ending: "opted_out" };

const suppressCaller = (state: ConversationState, { canAnswer }: CallerUnderstanding): EngineReaction => ({
  state: confirmSuppression(state, canAnswer),
  engineTopic: "opt_out",
  suppressionAction: "suppress",
});

const askOptOut = (state: ConversationState): EngineReaction => ({
  state: withOptOut(state, "asking", { line: "ask_opt_out", next: "listen" }, 1),
  engineTopic: "opt_out",
});

/** The state if there is no number to suppress. The caller is told once. */
export function reportMissingNumber(
  state: ConversationState,
  next: EngineSpeech["next"] = "think",
): ConversationState {
  const wasReported = state.optOut?.at === "no_number" && next === "think";
  return withOptOut(state, "no_number", wasReported ? undefined : { line: "nothing_to_suppress", next });
}

/** Handles the caller's words after a suppression. It stands unless the caller takes it back. */
function reactAfterSuppression(state: ConversationState, understanding: CallerUnderstanding): EngineReaction {
  if (isSuppressionUndo(state, understanding))
    return {
      state: understanding.isSuppressedElsewhere
        ? withOptOut(state, "still_suppressed", { line: "still_suppressed", next: "think" })
        : withOptOut(state, "undone", { line: "opt_out_undone", next: "think" }),
      engineTopic: "opt_out",
      isReply: true,
      suppressionAction: "lift",
    };
  return { state: endOptedOut(state), engineTopic: "opt_out", isReply: true };
}

/** Ends the conversation. The suppression stands. */
export const endOptedOut = (state: ConversationState): ConversationState => ({
  ...state,
  ending: "opted_out",
  say: { line: "opt_out_stands", next: "end" },
});

/** Handles the answer to the opt-out question. Only a yes suppresses the number. */
function reactToOptOutAnswer(state: ConversationState, understanding: CallerUnderstanding): EngineReaction {
  if (understanding.optOut === "request" || understanding.isYes)
    return { ...suppressCaller(state, understanding), isReply: true };
  if (understanding.isNotUnderstood && (state.optOut?.askCount ?? 0) < MAX_QUESTIONS) return askOptOut(state);
  const continued = withOptOut(state, "declined", { line: "go_on", next: "think" });
  if (understanding.human !== null) return reactToHumanRequest(continued, understanding);
  return understanding.isNo
    ? { state: continued, engineTopic: "opt_out", isReply: true }
    : { state: continued };
}

/** Transfers the caller to a person if possible. Otherwise the caller is told once. */
function reactToHumanRequest(state: ConversationState, { hasHuman }: CallerUnderstanding): EngineReaction {
  if (hasHuman) {
    const id = `human${String(state.nextIndex).padStart(4, "0")}`;
    const call = { id, name: TRANSFER_TO_HUMAN, arguments: {}, engine: true } as const;
    return { state: { ...state, pending: [call], say: undefined }, engineTopic: "human" };
  }
  const say: EngineSpeech | undefined =
    state.noHuman === true ? undefined : { line: "no_human", next: "think" };
  return { state: { ...state, noHuman: true, say }, engineTopic: "human" };
}

/**
 * The engine's own reaction to a caller's words. Opt-outs and requests for a person never depend on a model.
 * Null if the model has to answer the words.
 */
export function reactToCaller(
  state: ConversationState,
  understanding: CallerUnderstanding,
): EngineReaction | null {
  const at = state.optOut?.at;
  if (at === "standing") return reactAfterSuppression(state, understanding);
  if (at === "asking") return reactToOptOutAnswer(state, understanding);
  if (understanding.optOut !== null && !understanding.hasNumber)
    return { state: reportMissingNumber(state), engineTopic: "opt_out" };
  if (understanding.optOut === "request") return suppressCaller(state, understanding);
  // The question is asked once. If the caller repeats the request after a no, the model answers it.
  if (understanding.optOut === "maybe")
    return at === undefined ? askOptOut(state) : { state, engineTopic: "opt_out" };
  return understanding.human === null ? null : reactToHumanRequest(state, understanding);
}

/** Whether a caller's last words before hanging up suppress their number. */
export const isOptOutAtHangup = (
  { optOut: previousOptOut }: ConversationState,
  understanding: CallerUnderstanding,
): boolean =>
  understanding.hasNumber &&
  previousOptOut?.at !== "standing" &&
  (understanding.optOut === "request" || (previousOptOut?.at === "asking" && understanding.isYes));

/** Corrects a model's false claim that the caller is suppressed: asks the caller whether they want that. */
export function correctOptOutClaim(state: ConversationState, hasNumber: boolean): ConversationState {
  if (!hasNumber) return reportMissingNumber(state, "listen");
  if (state.optOut?.at === "declined")
    return withOptOut(state, "declined", { line: "not_opted_out", next: "listen" });
  return withOptOut(state, "asking", { line: "ask_opt_out", next: "listen" }, 1);
}
