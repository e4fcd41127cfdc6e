export const TOO_MANY_CALLER_CHARACTERS =
  "Use at most {max} characters. Ligatures count as the letters that they stand for.";
export const TOO_MANY_KEYS = "Use at most {max} keys.";
export const USE_A_SINGLE_POSITION = "Use turn_index or offset_ms, not both.";
export const USE_DECISION_CODE = "Use a code such as no_consent.";
export const USE_CRITERION_AND_VERDICT = "Use a criterion and its verdict, such as polite:failed.";
