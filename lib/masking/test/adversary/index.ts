import type { Generator } from "@/test/adversary/generator";
import { agreement } from "./agreement";
import { cardsCorrected, cardsOverTurns, cardsWithWords } from "./cards";
import { choices } from "./choices";
import { ordinary, ordinaryWithSensitive } from "./ordinary";
import { disguisedDigits, lookalikes, respelled } from "./spellings";
import { halfExtracted, unextracted, unextractedNames } from "./unextracted";

/** Hostile and ordinary conversations against masking and cards. */
export const masking: readonly Generator[] = [
  choices,
  agreement,
  cardsWithWords,
  cardsOverTurns,
  cardsCorrected,
  unextracted,
  halfExtracted,
  unextractedNames,
  disguisedDigits,
  lookalikes,
  respelled,
  ordinary,
  ordinaryWithSensitive,
];
