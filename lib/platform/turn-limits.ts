/**
 * Maximum characters of a caller's turn: two minutes of fast speech, or four joined texts. A longer chat
 * message is rejected; longer speech and texts are cut here. The model reads every character, and masking
 * reads it for each reader.
 */
export const MAX_CALLER_CHARS = 4_000;
/** Maximum characters of an agent's turn. A model that writes more has lost the thread. */
export const MAX_AGENT_CHARS = 10_000;
/** Maximum characters of a tool's arguments or result as JSON, in one turn. */
export const MAX_TOOL_CHARS = 64 * 1_024;

/**
 * Length of a text as masking reads it: with compatibility characters written out (NFKC). One of them can become 18
 * characters, so the limits of turns hold for this length.
 */
export const readLength = (text: string): number => text.normalize("NFKC").length;
