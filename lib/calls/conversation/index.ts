export { advanceConversation } from "./advance-conversation";
export { applyEndFacts } from "./end-facts";
export { markData } from "./mark-data";
export { type ModelAgent, NOT_UNDERSTOOD_TEXT } from "./model-contract";
export { parseValues } from "./parse-values";
export type { Conversation, Listener, Playback, Ports, ToolAnswer } from "./ports";
export { isEngineTool } from "./reducer";
export { type ReplyDraft, startReplyDraft } from "./reply-draft";
export { isSameWords } from "./same-words";
export {
  isShownTurn,
  type Settlement,
  settleConversation,
  settleVoicemail,
  settleWithoutModel,
} from "./settle-conversation";
export {
  type AgentUtterance,
  type AnswerDelays,
  type ConversationEvent,
  type ConversationState,
  type EndReason,
  type ExpectedAnswer,
  initialState,
  type Notice,
  type StoredTurn,
  type SuppressionAction,
  type ToolCall,
} from "./state";
export type { ToolDefinition, TurnContext } from "./turn-context";
export { wishesIn } from "./understand";
