/**
 * Masking: pure functions over turns and values. Spans are found when a call is settled (`findSpans`), kept, and
 * put in each time a transcript is shown (`presentTranscript`, the one gate). Before that the live view fails
 * closed. Payment cards are taken out as soon as they are complete (`scrubCards`).
 */
export { scrubCards, scrubCardsInJson, scrubCardText } from "./cards";
export { type LiveFacts, type LiveMask, liveMask, maskLive, WITHHELD } from "./live";
export {
  maskJson,
  maskText,
  type Presentation,
  presentTranscript,
  presentValues,
  type ShownValue,
  unreadableTurns,
} from "./present";
export { maskTranscript } from "./render";
export { findSpans } from "./spans";
export type { ApiTurn, MaskVariable, Role, Span, ToolUse, Turn, Values, VariableType } from "./turn";
export { isCoveredLanguage } from "./unreadable";
export { wordsOf } from "./words";
