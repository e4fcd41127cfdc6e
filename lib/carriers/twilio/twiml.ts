const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** An answer to Twilio. Source: twilio.com/docs/voice/twiml. */
export const twiml = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`;

export const HANG_UP = twiml("<Hangup/>");
/** Nobody answers here: the caller hears a busy tone, and pays nothing. */
export const REJECT = twiml('<Reject reason="busy"/>');

/** The call goes on as a stream of its sound, and asks `after` how it goes on once that has ended. */
export const connectTo = (stream: string, after: string): string =>
  twiml(`<Connect action="${escaped(after)}"><Stream url="${escaped(stream)}"/></Connect>`);

/** The call goes on to another number. */
export const dial = (number: string): string =>
  twiml(`<Dial answerOnBridge="true"><Number>${escaped(number)}</Number></Dial>`);
