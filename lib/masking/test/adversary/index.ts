import type { Generator } from "@/test/adversary/generator";
import { agreement } from "./agreement";
import { cardsInLookalikes } from "./card-lookalikes";
import { cardsCorrected, cardsOverTurns, cardsWithWords } from "./cards";
import { choices } from "./choices";
import { mistakenNames, mistakenNumbers } from "./mistaken";
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
  cardsInLookalikes,
  unextracted,
  halfExtracted,
  unextractedNames,
  mistakenNumbers,
  mistakenNames,
  disguisedDigits,
  lookalikes,
  respelled,
  ordinary,
  ordinaryWithSensitive,
];
