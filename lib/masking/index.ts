/**
 * Masking: pure functions over turns and values. Spans are found when a call is settled (`findSpans`), kept, and
 * put in each time a transcript is shown (`presentTranscript`, the one gate). Before that the live view fails
 * closed. Payment cards are taken out as soon as they are complete (`scrubCards`). What reads whole conversations is
 * bounded, and runs within `maskFairly`, which has threads do what is large (`work/`).
 */
export { CARD_LABEL, scrubCardsInJson, scrubCardText } from "./cards";
export { type LiveFacts, type LiveMask, WITHHELD } from "./live";
export { latinOf } from "./lookalikes";
export { type Presentation, presentValues, type ShownValue, unreadableTurns } from "./present";
export { maskTranscript } from "./render";
export type { ApiTurn, MaskVariable, Role, Span, ToolUse, Turn, Values, VariableType } from "./turn";
export { isCoveredLanguage } from "./unreadable";
export { wordsOf } from "./words";
export { findSpans, isShortView, liveMask, maskJson, maskText, presentTranscript, scrubCards } from "./work";
export type { Admission } from "./work/fair-queue";
export { maskAtOnce, maskFairly } from "./work/gate";
