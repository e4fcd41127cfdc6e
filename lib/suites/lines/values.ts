/** Kinds of background noise of a case's line. */
export const NOISE_KINDS = ["none", "babble", "hum", "pink"] as const;
/** Codecs of a case's line. */
export const LINE_CODECS = ["mulaw", "none"] as const;
