/**
 * Characters of a caller's turn: two minutes of fast speech, four joined texts. A chat refuses a longer message; what
 * comes by speech or text is cut here. Everything in a turn is read by the model and masked for each reader.
 */
export const MAX_CALLER_CHARS = 4_000;
/** Characters of an agent's turn. A model that goes on writing has lost the thread. */
export const MAX_AGENT_CHARS = 10_000;
/** Characters of a tool's arguments or result as JSON, in one turn. */
export const MAX_TOOL_CHARS = 64 * 1_024;
