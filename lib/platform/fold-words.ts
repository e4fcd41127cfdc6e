/** Folds a text for a comparison without case and accents: "José" becomes "jose". */
export const foldText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Splits a text into distinct words without case and accents, in their order. */
export const foldWords = (text: string): string[] => [...new Set(foldText(text).match(/[\p{L}\p{N}]+/gu))];
