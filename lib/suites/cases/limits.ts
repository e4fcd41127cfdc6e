import { nonBlankText } from "@/lib/platform/schema";

/** Longest line of a caller, in characters. */
export const MAX_LINE = 2_000;
/** Longer than any test conversation: the caller of a case hangs up afterwards. */
export const MAX_CALLER_TURNS = 60;
/** Entries of a list of a case. */
export const MAX_ITEMS = 50;
/** Names of variables, tools and outcomes. */
export const Identifier = nonBlankText(64);
