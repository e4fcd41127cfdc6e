/** The subprotocol that both sides speak (docs/voice.md); the one behind it is the token. */
export const SUBPROTOCOL = "parley.voice.v1";

/** How long a call waits for a connection that was lost, in milliseconds (docs/voice.md). */
export const RECONNECT_MS = 10_000;
