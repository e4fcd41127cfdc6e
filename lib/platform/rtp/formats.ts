import type { SdpMedia } from "./sdp-description";
import type { MediaCodec } from "./types";

/** Meaning of an RTP payload type in a session. */
export type PayloadKind = MediaCodec | "noise" | "event";

/** A payload type, with the clock of its timestamps. */
export type Format = {
  payloadType: number;
  kind: PayloadKind;
  clockHz: number;
  /** Whether the other side's decoder uses Opus' redundancy (RFC 7587, `useinbandfec`). */
  hasFec?: boolean;
};

/** RTP clock of each codec. Opus has 48 kHz at every rate of its audio (RFC 7587). */
export const CLOCK_HZ: Record<MediaCodec, number> = { opus: 48_000, pcmu: 8_000, pcma: 8_000 };

/** Payload types of offers; the dynamic ones are those that most devices use. */
const OFFERED: Record<MediaCodec, number> = { opus: 111, pcmu: 0, pcma: 8 };
const EVENT_TYPES = { 8000: 101, 48000: 110 } as const;
const NOISE_TYPE = 13;

/** Encoding names with static payload types, which need no `rtpmap` (RFC 3551, 6). */
const STATIC: Record<number, string> = { 0: "PCMU/8000", 8: "PCMA/8000", 13: "CN/8000" };
const KINDS: Record<string, { kind: PayloadKind; clockHz: number }> = {
  "PCMU/8000": { kind: "pcmu", clockHz: 8_000 },
  "PCMA/8000": { kind: "pcma", clockHz: 8_000 },
  "OPUS/48000/2": { kind: "opus", clockHz: 48_000 },
  "CN/8000": { kind: "noise", clockHz: 8_000 },
  "TELEPHONE-EVENT/8000": { kind: "event", clockHz: 8_000 },
  "TELEPHONE-EVENT/48000": { kind: "event", clockHz: 48_000 },
};
const NAMES: Record<PayloadKind, string> = {
  pcmu: "PCMU/8000",
  pcma: "PCMA/8000",
  opus: "opus/48000/2",
  noise: "CN/8000",
  event: "telephone-event",
};
const MAX_PAYLOAD_TYPE = 127;
const PAYLOAD_TYPE = /^[0-9]{1,3}$/;

/** Formats of an offer: the codecs, comfort noise for G.711, and key events of each clock. */
export function formatsToOffer(codecs: readonly MediaCodec[]): Format[] {
  const audio = codecs.map((kind) => ({ payloadType: OFFERED[kind], kind, clockHz: CLOCK_HZ[kind] }));
  const clocks = new Set(audio.map(({ clockHz }) => clockHz));
  const formats: Format[] = [...audio];
  if (clocks.has(8_000)) formats.push({ payloadType: NOISE_TYPE, kind: "noise", clockHz: 8_000 });
  for (const clockHz of [48_000, 8_000] as const)
    if (clocks.has(clockHz)) formats.push({ payloadType: EVENT_TYPES[clockHz], kind: "event", clockHz });
  return formats;
}

/** Payload types whose parameters name `useinbandfec=1`. */
function readFecTypes({ attributes }: SdpMedia): Set<string> {
  const types = new Set<string>();
  for (const value of attributes.get("fmtp") ?? []) {
    const [type = "", ...parameters] = value.split(/[ ;]/);
    if (parameters.some((parameter) => parameter.toLowerCase() === "useinbandfec=1")) types.add(type);
  }
  return types;
}

/** The formats of a media section that this module can use, in its order. */
export function readFormats(media: SdpMedia): Format[] {
  const { formats, attributes } = media;
  const fecTypes = readFecTypes(media);
  const names = new Map<string, string>();
  for (const value of attributes.get("rtpmap") ?? []) {
    const [type = "", name = ""] = value.split(" ");
    names.set(type, name.toUpperCase());
  }
  return formats.flatMap((type) => {
    const payloadType = PAYLOAD_TYPE.test(type) ? Number(type) : Number.NaN;
    if (!(payloadType <= MAX_PAYLOAD_TYPE)) return [];
    const name = names.get(type) ?? STATIC[payloadType] ?? "";
    // "PCMU/8000/1" has the same meaning as without its one channel.
    const mono = name.endsWith("/8000/1") ? name.slice(0, -2) : name;
    const codec = Object.hasOwn(KINDS, mono) ? KINDS[mono] : undefined;
    if (codec === undefined) return [];
    return [{ payloadType, ...codec, ...(codec.kind === "opus" && { hasFec: fecTypes.has(type) }) }];
  });
}

/** Attribute lines of formats. */
export function writeFormats(formats: readonly Format[]): string[] {
  return formats.flatMap(({ payloadType, kind, clockHz }) => {
    const name = kind === "event" ? `${NAMES.event}/${clockHz}` : NAMES[kind];
    const lines = [`a=rtpmap:${payloadType} ${name}`];
    if (kind === "event") lines.push(`a=fmtp:${payloadType} 0-15`);
    // The decoder of this module recovers nothing from redundancy, so that the other side sends none.
    if (kind === "opus") lines.push(`a=fmtp:${payloadType} useinbandfec=0;maxplaybackrate=16000;stereo=0`);
    return lines;
  });
}

/**
 * The formats to use of those that the other side listed: the first enabled codec in the order of `codecs`, with the key
 * events of its clock (or any) and comfort noise of its clock. Empty without a common codec.
 */
export function selectFormats(listed: readonly Format[], codecs: readonly MediaCodec[]): Format[] {
  const byPreference = codecs.flatMap((codec) => listed.filter(({ kind }) => kind === codec));
  const audio = byPreference[0];
  if (audio === undefined) return [];
  const events = listed.filter(({ kind }) => kind === "event");
  const event = events.find(({ clockHz }) => clockHz === audio.clockHz) ?? events[0];
  const noise = listed.find(({ kind, clockHz }) => kind === "noise" && clockHz === audio.clockHz);
  return [audio, ...(noise === undefined ? [] : [noise]), ...(event === undefined ? [] : [event])];
}
