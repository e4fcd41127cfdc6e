/** Why there is no sound in or out, as data. */
export type SoundTrouble = "insecure" | "unsupported" | "refused" | "none" | "busy" | "not_loaded";

/** The next step for the user. */
const WORDS: Readonly<Record<SoundTrouble, string>> = {
  insecure:
    "Browsers give the microphone only to pages over https, and to localhost. Open Parley by its https address and call again; whoever runs this place knows it.",
  unsupported:
    "This browser cannot hold a call. Use a current version of Chrome, Edge, Firefox or Safari and call again.",
  refused:
    "The microphone was refused. Allow it for this site, at the icon beside the address, and in the system's own privacy settings; then call again.",
  none: "No microphone was found. Connect one, or choose one in the system's sound settings, then call again.",
  busy: "The microphone cannot be opened: another program may be using it. Close that one and call again.",
  not_loaded: "The page's part that plays sound could not be loaded. Check your connection and call again.",
};
export const soundWords = (trouble: SoundTrouble): string => WORDS[trouble];

const BY_NAME: Readonly<Record<string, SoundTrouble>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Explains a browser's microphone error (Media Capture and Streams, 10.2.1). */
export const troubleOf = (error: unknown): SoundTrouble =>
  (error instanceof Error ? BY_NAME[error.name] : undefined) ?? "unsupported";

export const NOT_CONNECTED =
  "The call could not be connected. Try again shortly. If that does not help: a proxy in front of Parley must pass WebSockets of /voice/ on, and the process that holds calls must have room for one more.";
export const LOST = "The connection is lost. It is being tried anew; the call waits for 10 seconds.";
export const GONE =
  "The connection did not come back within 10 seconds, so the call has ended. What was said until then is kept.";
export const MICROPHONE_GONE =
  "The microphone is gone: it was unplugged, or its permission was taken back. You can answer by the keypad, or hang up and call again.";
