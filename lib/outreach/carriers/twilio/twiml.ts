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
  /** Returns the instructions to the target, before they are connected. */
  answeredUrl: string;
  /** Receives the result of the detection that a machine has answered; null for a target that is one. */
  machineUrl: string | null;
  /** Receives a copy of both sides' audio. */
  copyStreamUrl: string | null;
};

/**
 * Dials a transfer's target. The caller hears ringing until both are connected, also while the instructions to the target are
 * executed (`answerOnBridge`). Source: twilio.com/docs/voice/twiml/number#url and twilio.com/docs/voice/twiml/dial.
 */
export function transferTwiml(options: TransferOptions): string {
  const { to, ringTimeoutS, timeLimitS, actionUrl, answeredUrl, machineUrl, copyStreamUrl } = options;
  const fork =
    copyStreamUrl === null
      ? ""
      : `<Start><Stream name="${BRIDGE_STREAM}" url="${escapeXml(copyStreamUrl)}" track="both_tracks"/></Start>`;
  const detection =
    machineUrl === null
      ? ""
      : ` machineDetection="Enable" amdStatusCallback="${escapeXml(machineUrl)}" amdStatusCallbackMethod="POST"`;
  const number = `<Number url="${escapeXml(answeredUrl)}" method="POST"${detection}>${escapeXml(to)}</Number>`;
  const dialing = `answerOnBridge="true" timeout="${ringTimeoutS}" timeLimit="${timeLimitS}" action="${escapeXml(actionUrl)}" method="POST"`;
  return twimlResponse(`${fork}<Dial ${dialing}>${number}</Dial>`);
}

/** Forwards the call to another number. */
export const dialTwiml = (number: string): string =>
  twimlResponse(`<Dial answerOnBridge="true"><Number>${escapeXml(number)}</Number></Dial>`);
