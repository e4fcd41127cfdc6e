import type { RawData } from "ws";
import { z } from "zod";

/** Messages of a Twilio media stream. Source: twilio.com/docs/voice/media-streams/websocket-messages. */

/** A frame of 20 ms is 160 bytes, and 400 with its wrapping; Twilio never sends more than a second at once. */
export const MAX_MESSAGE = 16_384;
/** Eight bits a sample, 8,000 a second. */
export const MEDIA_FORMAT = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 } as const;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Of a call that lasts for years. */
const COUNT = /^[0-9]{1,12}$/;

/** Numbers come as text. */
const Count = z.coerce.number().int().nonnegative();

export const StreamSaid = z.discriminatedUnion("event", [
  z.object({ event: z.literal("connected") }),
  z.object({
    event: z.literal("start"),
    streamSid: z.string().min(1).max(64),
    start: z.object({
      accountSid: z.string(),
      callSid: z.string(),
      mediaFormat: z.object({ encoding: z.string(), sampleRate: Count, channels: Count }),
    }),
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({
      track: z.string().optional(),
      chunk: Count.optional(),
      payload: z.string().regex(BASE64),
    }),
  }),
  z.object({ event: z.literal("mark"), mark: z.object({ name: z.string() }) }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9*#]$/) }) }),
  z.object({ event: z.literal("stop") }),
]);
export type StreamSaid = z.output<typeof StreamSaid>;

/** Whether a stream is this account's, and of our format. */
export const isOurs = ({ start }: StreamSaid & { event: "start" }, accountSid: string): boolean =>
  start.accountSid === accountSid &&
  start.mediaFormat.encoding === MEDIA_FORMAT.encoding &&
  start.mediaFormat.sampleRate === MEDIA_FORMAT.sampleRate &&
  start.mediaFormat.channels === MEDIA_FORMAT.channels;

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * A frame of sound as Twilio writes it, checked as the schema checks it: there are fifty in a second of each call, and
 * the schema takes longer than all else of the message. Null for everything that the schema is to decide on.
 */
function frameOf(message: unknown): (StreamSaid & { event: "media" }) | null {
  if (!isObject(message) || message.event !== "media" || !isObject(message.media)) return null;
  const { track, chunk, payload } = message.media;
  if (typeof track !== "string" || typeof chunk !== "string" || typeof payload !== "string") return null;
  if (!COUNT.test(chunk) || !BASE64.test(payload)) return null;
  return { event: "media", media: { track, chunk: Number(chunk), payload } };
}

/** A message as it came; null for what is none. */
export function streamSaid(data: RawData): StreamSaid | null {
  try {
    const message: unknown = JSON.parse(bufferOf(data).toString("utf8"));
    const frame = frameOf(message);
    if (frame !== null) return frame;
    const parsedMessage = StreamSaid.safeParse(message);
    return parsedMessage.success ? parsedMessage.data : null;
  } catch {
    return null;
  }
}
