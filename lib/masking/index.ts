/**
 * Masking hides sensitive values in transcripts, free texts and JSON.
 *
 * Sensitive are:
 * - the values of variables that the agent marks as sensitive, wherever a caller, an agent or a tool says them:
 *   `spans.ts` decides;
 * - other texts about such a variable: answers to its question (`questions.ts`, `answers.ts`), values that the model
 *   extracted wrongly (`misextracted.ts`) or not at all (`unextracted.ts`), and sentences that reveal a yes or no or a
 *   choice (`boolean-or-choice.ts`);
 * - payment card numbers, always: `cards.ts` decides;
 * - while a call runs, every run of three or more digits and everything that a withheld answer said: `live.ts` decides;
 * - every text that masking cannot read, such as another language: `unreadable.ts` decides.
 * The module reads the marked variables from its callers (`sensitive`, a set of names). It does not choose them.
 *
 * A text passes through these files:
 * 1. `tokens.ts` splits it into words, digits and marks. `lattice.ts` adds the alternative readings, such as "two
 *    hundred five" as 205. `parse-turns.ts` does this once for each turn.
 * 2. `cards.ts` removes payment cards for good, before a turn is stored. The later steps never see them.
 * 3. `spans.ts` finds the places to mask when the call is settled: `search-patterns.ts` lists the spellings of each
 *    value, `search-turns.ts` and `search-stream.ts` find them, and the files named above add what only the context
 *    reveals. The spans are stored with the call.
 * 4. `present.ts` is the only gate to a view. It masks a settled call by its spans (`render.ts`) and any other call by
 *    `live.ts`, which fails closed. It then withholds the turns that `unreadable.ts` rejects.
 * 5. `work/` bounds steps 2 to 4, and runs large ones in threads. Callers run their work within `maskFairly`.
 *
 * All functions outside `work/` are pure.
 */
export { CARD_LABEL, scrubCardsInJson, scrubCardText } from "./cards";
export { type LiveFacts, type LiveMask, WITHHELD } from "./live";
export { countDigits } from "./live-digits";
export { foldLookalikes } from "./lookalikes";
export { findUnreadableTurns, type Presentation, presentValues, type ShownValue } from "./present";
export { maskTranscript } from "./render";
export { extractSearchWords } from "./search-words";
export type { ApiTurn, MaskVariable, Role, Span, ToolUse, Turn, Values, VariableType } from "./turn";
export { findUnreadableValues, isCoveredLanguage } from "./unreadable";
export {
  createLiveMask,
  findSpans,
  isShortView,
  maskJson,
  maskText,
  presentTranscript,
  scrubCards,
} from "./work";
export type { Admission } from "./work/fair-queue";
export { maskFairly, tryMaskInline } from "./work/mask-fairly";
