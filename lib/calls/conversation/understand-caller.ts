import { NOT_UNDERSTOOD_TEXT } from "./model-contract";
import type { CallerUnderstanding, ConversationState } from "./state";
import type { TurnContext } from "./turn-context";
import { isNo, isYes, takesBack, type Wishes, wishesIn } from "./understand";

const toPlainText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether the words are one of the requested choices or a name ("agent" as an occupation). They are then an
 * answer, and no request.
 */
function isAnswer(
  { agent }: TurnContext,
  { asking }: ConversationState,
  text: string,
  wishes: Wishes,
): boolean {
  const variable = agent.variables.find(({ name }) => name === asking);
  if (variable === undefined) return false;
  if (variable.choices?.some((choice) => toPlainText(choice) === toPlainText(text)) === true) return true;
  return variable.type === "string" && wishes.human === "word";
}

/** Whether the words would undo a suppression. Then it matters what else suppresses the number. */
export const isSuppressionUndo = (
  { optOut }: ConversationState,
  understanding: CallerUnderstanding,
): boolean =>
  optOut?.at === "standing" &&
  understanding.isTakeBack &&
  understanding.optOut !== "request" &&
  !understanding.isYes;

export function understandCaller(
  context: TurnContext,
  state: ConversationState,
  text: string,
): CallerUnderstanding {
  const { language } = context.agent;
  const wishes = wishesIn(text, language);
  const isEngineQuestionOpen = state.optOut?.at === "asking" || state.optOut?.at === "standing";
  const hasWishes = isEngineQuestionOpen || !isAnswer(context, state, text, wishes);
  return {
    ...(hasWishes ? wishes : { optOut: null, human: null }),
    isYes: isYes(text, language),
    isNo: isNo(text, language),
    isTakeBack: takesBack(text, language),
    isNotUnderstood: text === NOT_UNDERSTOOD_TEXT,
    isSuppressedElsewhere: false,
    hasNumber: context.capabilities.hasNumber,
    hasHuman: context.capabilities.hasHuman,
    canAnswer: context.capabilities.canReachSuppressed,
  };
}
