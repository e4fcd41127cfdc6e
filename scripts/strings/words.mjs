// Words that the screen does not use. docs/glossary.md has the terms; the phrases of check-language.mjs hold too.

/** Phrases, each with its replacement. */
export const SCREEN_PHRASES = [
  [/\be-mail/i, "email"],
  [/\bemail address/i, "email"],
  [/\bthere is no such\b/i, "not found"],
  [/\bmakes? (?:the|a|an|their) /i, "create"],
  [/\brehears/i, "test"],
  [/\bnotices?\b/i, "notification"],
  [/\btake (?:a|the) \w+ away\b/i, "remove"],
  [/\bset-up\b/i, "setup"],
  [/\bbreak-glass/i, "emergency access"],
  [/\bmade of\b/i, "created from"],
  [/\d\s%/, "no space before %"],
  [/\bclocks?\b(?! of)/i, "time, or retention period"],
];
