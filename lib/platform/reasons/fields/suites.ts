/** Sentences of the schemas of test suites. */
export const CASE_NAMES_REPEATED = "Two cases have this name. Name each of them differently.";
