const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** A TwiML response. Source: twilio.com/docs/voice/twiml. */
export const twimlResponse = (verbs: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;

export const HANG_UP = twimlResponse("<Hangup/>");
/** Rejects the call: the caller hears a busy tone and pays nothing. */
export const REJECT = twimlResponse('<Reject reason="busy"/>');

/** Connects the call to a media stream. Twilio requests `actionUrl` when the stream has ended. */
export const connectStreamTwiml = (streamUrl: string, actionUrl: string, leadingVerbs = ""): string =>
  twimlResponse(
    `${leadingVerbs}<Connect action="${escapeXml(actionUrl)}"><Stream url="${escapeXml(streamUrl)}"/></Connect>`,
  );

/** A second of silence before a stream is tried again, as a gateway may be restarting. */
export const PAUSE = '<Pause length="1"/>';

/** An empty response: the call continues with its earlier instructions. */
export const CONTINUE = twimlResponse("");

/**
 * The name of the stream that copies both sides of a transferred call, so that a later response can stop it.
 */
const BRIDGE_STREAM = "bridge";
export const STOP_BRIDGE_STREAM = `<Stop><Stream name="${BRIDGE_STREAM}"/></Stop>`;

type TransferOptions = {
  to: string;
  ringTimeoutS: number;
  timeLimitS: number;
  actionUrl: string;
  bridgeUrl: string;
  machineUrl: string;
  copyStreamUrl: string | null;
};

/**
 * Dials the transfer's number. Twilio requests `bridgeUrl` for the instructions to the person who answers,
 * before they are connected, and `actionUrl` after the dial has ended. `copyStreamUrl` receives a copy of
 * both sides' audio.
 */
export function transferTwiml({
  to,
  ringTimeoutS,
  timeLimitS,
  actionUrl,
  bridgeUrl,
  machineUrl,
  copyStreamUrl,
}: TransferOptions): string {
  const fork =
    copyStreamUrl === null
      ? ""
      : `<Start><Stream name="${BRIDGE_STREAM}" url="${escapeXml(copyStreamUrl)}" track="both_tracks"/></Start>`;
  const detection = `machineDetection="Enable" amdStatusCallback="${escapeXml(machineUrl)}" amdStatusCallbackMethod="POST"`;
  const number = `<Number url="${escapeXml(bridgeUrl)}" ${detection}>${escapeXml(to)}</Number>`;
  const dialing = `answerOnBridge="true" timeout="${ringTimeoutS}" timeLimit="${timeLimitS}" action="${escapeXml(actionUrl)}"`;
  return twimlResponse(`${fork}<Dial ${dialing}>${number}</Dial>`);
}

/** How long a key may follow the words. The caller on the other leg hears ringing meanwhile. */
const KEY_TIMEOUT_S = 2;
/**
 * Speaks words by the carrier's voice. A key pressed during or right after them is posted to `keyUrl`;
 * without a key, Twilio requests `redirectUrl`. Source: twilio.com/docs/voice/twiml/gather, "If no input is
 * received".
 */
export function gatherTwiml(words: string, keyUrl: string, redirectUrl: string): string {
  const gatherVerb = `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${KEY_TIMEOUT_S}" action="${escapeXml(keyUrl)}" method="POST">`;
  return twimlResponse(
    `${gatherVerb}<Say>${escapeXml(words)}</Say></Gather><Redirect method="POST">${escapeXml(redirectUrl)}</Redirect>`,
  );
}

/** Longer than most detections take; the caller on the other leg hears ringing meanwhile. */
const DETECTION_PAUSE_S = 4;
/** Gives the carrier's detection time to recognize a mailbox, then requests `nextUrl`. */
export const awaitDetectionTwiml = (nextUrl: string): string =>
  twimlResponse(
    `<Pause length="${DETECTION_PAUSE_S}"/><Redirect method="POST">${escapeXml(nextUrl)}</Redirect>`,
  );

/** Forwards the call to another number. */
export const dialTwiml = (number: string): string =>
  twimlResponse(`<Dial answerOnBridge="true"><Number>${escapeXml(number)}</Number></Dial>`);
