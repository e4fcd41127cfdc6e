const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

/** An answer to Twilio. Source: twilio.com/docs/voice/twiml. */
export const twiml = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`;

export const HANG_UP = twiml("<Hangup/>");
/** Nobody answers here: the caller hears a busy tone, and pays nothing. */
export const REJECT = twiml('<Reject reason="busy"/>');

/** The call goes on as a stream of its sound, and asks `after` how it goes on once that has ended. */
export const connectTo = (stream: string, after: string, first = ""): string =>
  twiml(`${first}<Connect action="${escaped(after)}"><Stream url="${escaped(stream)}"/></Connect>`);

/** Nothing more here: the call goes on as it was asked for before. */
export const GO_ON = twiml("");

/** A copy of what a call's both sides say, by which a further answer may stop it. */
const BRIDGE = "bridge";
export const STOP_COPY = `<Stop><Stream name="${BRIDGE}"/></Stop>`;

type PutThrough = {
  to: string;
  ringS: number;
  longestS: number;
  after: string;
  taking: string;
  copy: string | null;
};

/**
 * The call is put through. `taking` is asked what whoever answers hears before they are let in, `after` how the call goes
 * on behind that; `copy` is where the sound of both goes meanwhile.
 */
export function putThrough({ to, ringS, longestS, after, taking, copy }: PutThrough): string {
  const fork =
    copy === null
      ? ""
      : `<Start><Stream name="${BRIDGE}" url="${escaped(copy)}" track="both_tracks"/></Start>`;
  const number = `<Number url="${escaped(taking)}">${escaped(to)}</Number>`;
  const dialing = `answerOnBridge="true" timeout="${ringS}" timeLimit="${longestS}" action="${escaped(after)}"`;
  return twiml(`${fork}<Dial ${dialing}>${number}</Dial>`);
}

/** How long a key may follow the words: the caller on the other leg hears ringing meanwhile. */
const KEY_TIMEOUT_S = 2;
/**
 * Words that the carrier speaks itself: a key pressed during or just behind them is posted to `keyed`; without one it
 * asks `next` once they were heard. Source: twilio.com/docs/voice/twiml/gather, "If no input is received".
 */
export function sayThen(words: string, keyed: string, next: string): string {
  const gather = `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${KEY_TIMEOUT_S}" action="${escaped(keyed)}" method="POST">`;
  return twiml(
    `${gather}<Say>${escaped(words)}</Say></Gather><Redirect method="POST">${escaped(next)}</Redirect>`,
  );
}

/** The call goes on to another number. */
export const dial = (number: string): string =>
  twiml(`<Dial answerOnBridge="true"><Number>${escaped(number)}</Number></Dial>`);
