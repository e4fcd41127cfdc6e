import { z } from "zod";
import { CallId } from "@/lib/calls/calls/schema";
import { Time } from "@/lib/platform/schema";

export const SipMessageListParams = z.strictObject({ id: CallId });

/** A SIP message of a call. */
export const SipMessage = z.object({
  /** Time at which Parley sent or received the message. */
  at: Time,
  /** `caller`: the call with the contact. `transfer`: the call to the person whom it is transferred to. */
  leg: z.enum(["caller", "transfer"]),
  /** `in`: Parley received the message. `out`: Parley sent it. */
  direction: z.enum(["in", "out"]),
  /** Transport of the message. */
  transport: z.enum(["tls", "tcp"]),
  /** IP address and port of the trunk's server. */
  peer: z.string(),
  /** The request line or status line, with masked digits of numbers. */
  start_line: z.string(),
  /** Method of the request, or of the request that the response answers. */
  method: z.string(),
  /** Headers that explain a failure. Names are omitted, and the digits of numbers are masked as `x`. */
  headers: z.array(
    z.object({
      /** Full name of the header, in lower case. */
      name: z.string(),
      /** Value of the header, masked. */
      value: z.string(),
    }),
  ),
  /** Number of headers that are not stored, such as credentials and the `Identity` header. */
  omitted_headers: z.int(),
  /** Lines of the session description with addresses, media and codecs. Keys are not stored. */
  sdp: z.array(z.string()),
});
export type SipMessage = z.output<typeof SipMessage>;

/** The SIP messages of a call. */
export const SipMessageList = z.object({
  /** Messages in the order of their times, at most 100. Empty for calls that use no SIP trunk, and after 30 days. */
  data: z.array(SipMessage),
  /** Whether the call can have had later messages, which are not stored. */
  truncated: z.boolean(),
});
export type SipMessageList = z.output<typeof SipMessageList>;
