import { Decoder, Encoder } from "@evan/opus";
import { alaw, createResampler, FRAME_SAMPLES, RATE_HZ, ulaw } from "@/lib/platform/audio";
import type { MediaCodec } from "./types";

/** Encodes frames of 16 kHz and 20 ms. */
export type AudioEncoder = {
  encode(frame: Int16Array): Uint8Array;
  /** Adds redundancy for lost packets, if the codec has any. `loss` is the part of packets that the other side misses, 0..1. */
  setLoss(loss: number): void;
};
/** Decodes a payload of any length to 16 kHz; null if it is malformed. */
export type AudioDecoder = { decode(payload: Uint8Array): Int16Array | null };

const G711_HZ = 8_000;
/** Clear speech; the link of a phone carries it. */
const OPUS_BITS_PER_S = 24_000;
/** The default complexity takes three times as long for a difference that speech does not need. */
const OPUS_COMPLEXITY = 5;
/** Redundancy costs quality, so that it needs losses that are heard. Above the maximum, it helps no further. */
const MIN_FEC_LOSS = 0.01;
const MAX_FEC_PERCENT = 30;
/** 120 ms of G.711; RTP allows no longer packets (RFC 3551, 4.2). */
const MAX_G711_BYTES = 960;

function createOpusEncoder(): AudioEncoder {
  const encoder = new Encoder({ channels: 1, sample_rate: RATE_HZ, application: "voip" });
  encoder.bitrate = OPUS_BITS_PER_S;
  encoder.complexity = OPUS_COMPLEXITY;
  let lossPercent = 0;
  return {
    encode: (frame) => encoder.encode(frame),
    setLoss(loss) {
      const percent = loss < MIN_FEC_LOSS ? 0 : Math.min(MAX_FEC_PERCENT, Math.round(loss * 100));
      if (percent === lossPercent) return;
      lossPercent = percent;
      encoder.inband_fec = percent > 0;
      encoder.packet_loss = percent;
    },
  };
}

function createOpusDecoder(): AudioDecoder {
  const decoder = new Decoder({ channels: 1, sample_rate: RATE_HZ });
  return {
    decode(payload) {
      try {
        const bytes = decoder.decode(payload);
        // A copy, as the bytes may be unaligned and reused by the decoder.
        return new Int16Array(Uint8Array.from(bytes).buffer);
      } catch {
        return null;
      }
    },
  };
}

const compandingOf = (codec: "pcmu" | "pcma") => (codec === "pcmu" ? ulaw : alaw);

export function createAudioEncoder(codec: MediaCodec): AudioEncoder {
  if (codec === "opus") return createOpusEncoder();
  const companding = compandingOf(codec);
  const resampler = createResampler(RATE_HZ, G711_HZ);
  return { encode: (frame) => companding.encode(resampler.push(frame)), setLoss: () => undefined };
}

export function createAudioDecoder(codec: MediaCodec): AudioDecoder {
  if (codec === "opus") return createOpusDecoder();
  const companding = compandingOf(codec);
  const resampler = createResampler(G711_HZ, RATE_HZ);
  const low = new Int16Array(FRAME_SAMPLES / 2);
  return {
    decode(payload) {
      if (payload.length === 0 || payload.length > MAX_G711_BYTES) return null;
      const samples =
        payload.length === low.length ? companding.decode(payload, low) : companding.decode(payload);
      return resampler.push(samples);
    },
  };
}
