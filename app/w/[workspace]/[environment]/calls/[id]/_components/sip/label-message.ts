import type { SipMessage } from "@/lib/calls/sip-messages/schema";

/** Label of a message in the ladder: the method of a request, or the status and reason of a response. */
export const labelMessage = ({ start_line: line }: Pick<SipMessage, "start_line">): string =>
  line.startsWith("SIP/2.0 ") ? line.slice("SIP/2.0 ".length) : (line.split(" ")[0] ?? line);

/** Whether a message is a response that refuses a request. */
export const isRefusal = ({ start_line: line }: Pick<SipMessage, "start_line">): boolean =>
  /^SIP\/2\.0 [3-6]/.test(line);

/** Seconds since the first message. */
export const secondsSince = (first: Pick<SipMessage, "at">, message: Pick<SipMessage, "at">): number =>
  (Date.parse(message.at) - Date.parse(first.at)) / 1_000;

/** Where the arrow of a message begins and ends. */
export function endsOf({ leg, direction }: Pick<SipMessage, "leg" | "direction">) {
  const far = leg === "caller" ? "trunk" : "transfer";
  return direction === "in" ? ({ from: far, to: "parley" } as const) : ({ from: "parley", to: far } as const);
}
