import { createFramer, FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import { createConcealer } from "@/lib/platform/audio/conceal";
import { type AudioDecoder, createAudioDecoder } from "./audio-codec";
import { createComfortNoise } from "./comfort-noise";
import type { Format } from "./formats";
import { createKeyReceiver } from "./key-receiver";
import type { Reception } from "./reception";
import { createReorderBuffer } from "./reorder-buffer";
import type { RtpHeader } from "./rtp-packet";
import { timestampDifference } from "./sequence";
import type { MediaCodec, MediaHandlers } from "./types";

/** Silence that stands for missing packets at most; after a longer gap the caller is where they are now. */
const MAX_FILLED_FRAMES = 10;
/** A longer jump of the timestamps is not a gap. */
const MAX_GAP_FRAMES = 500;
/** A source that sends no packets in silence is filled with silence after this, so that time passes for the listener. */
const FILL_AFTER_MS = 200;
/** Interval of the reports of a source that sends no packets. */
const SILENT_EVERY_MS = 5_000;
/** Noise or silence that stands for a source without packets ends after this. Sources that suppress silence send more often. */
const MAX_FILLED_MS = 30_000;

type Packet = { format: Format; payload: Buffer; timestamp: number; marker: boolean; ssrc: number };

/** Turns decrypted packets into frames and keys. */
export type Receiver = {
  setFormats(formats: readonly Format[]): void;
  /** False if the payload type was not negotiated. */
  accept(header: RtpHeader, payload: Buffer, nowMs: number): boolean;
  /** Called each 20 ms. `isExpected`: whether the other side should send at present. */
  tick(nowMs: number, isExpected: boolean): void;
};

export function createReceiver(handlers: MediaHandlers, reception: Reception): Receiver {
  let formats = new Map<number, Format>();
  const decoders = new Map<MediaCodec, AudioDecoder>();
  const framer = createFramer();
  const conceal = createConcealer();
  const keys = createKeyReceiver();
  const noise = createComfortNoise();
  let source: number | null = null;
  let expectedTimestamp: number | null = null;
  let lastPacketMs: number | null = null;
  let lastAudioMs: number | null = null;
  let isNoise = false;
  let nextReportMs = SILENT_EVERY_MS;

  const emit = (frame: Int16Array) => handlers.onFrame(conceal(frame));
  const decoderOf = (codec: MediaCodec): AudioDecoder => {
    const decoder = decoders.get(codec) ?? createAudioDecoder(codec);
    decoders.set(codec, decoder);
    return decoder;
  };
  /** Fills a gap of lost packets. Timestamps tell its length, as packets may have any duration. */
  const fillGap = (timestamp: number, clockHz: number) => {
    if (expectedTimestamp === null) return;
    const samples = timestampDifference(timestamp, expectedTimestamp);
    const missing = Math.round((samples * 1_000) / clockHz / FRAME_MS);
    if (missing <= 0 || missing > MAX_GAP_FRAMES) return;
    for (let i = 0; i < Math.min(missing, MAX_FILLED_FRAMES); i++) emit(new Int16Array(FRAME_SAMPLES));
    handlers.onMissing(missing);
  };
  const playAudio = ({ format, payload, timestamp }: Packet, lost: number) => {
    const samples = decoderOf(format.kind as MediaCodec).decode(payload);
    if (samples === null) return;
    if (lost > 0 && !isNoise) fillGap(timestamp, format.clockHz);
    isNoise = false;
    const duration = (samples.length * format.clockHz) / (FRAME_SAMPLES * (1_000 / FRAME_MS));
    expectedTimestamp = (timestamp + Math.round(duration)) % 0x1_0000_0000;
    for (const frame of framer.push(samples)) emit(frame);
  };
  const reorder = createReorderBuffer<Packet>((packet, lost) => {
    const { kind } = packet.format;
    if (kind === "event") {
      const key = keys.accept(packet.payload, packet);
      if (key !== null) handlers.onKey(key);
    } else if (kind === "noise") {
      noise.setLevel(packet.payload);
      isNoise = true;
    } else playAudio(packet, lost);
  });
  const beginSource = (ssrc: number) => {
    source = ssrc;
    expectedTimestamp = null;
    reorder.reset();
  };
  const reportSilence = (silentMs: number) => {
    if (silentMs < nextReportMs) return;
    nextReportMs += SILENT_EVERY_MS;
    handlers.onSilent?.(silentMs);
  };

  return {
    setFormats(next) {
      // The first of a payload type counts: the local offer's is before the answer's.
      formats = new Map([...next].reverse().map((format) => [format.payloadType, format]));
    },
    accept(header, payload, nowMs) {
      const format = formats.get(header.payloadType);
      if (format === undefined) return false;
      if (header.ssrc !== source) beginSource(header.ssrc);
      reception.add(header, format.clockHz, nowMs);
      lastPacketMs = nowMs;
      if (format.kind !== "event" && format.kind !== "noise") lastAudioMs = nowMs;
      nextReportMs = SILENT_EVERY_MS;
      const { timestamp, marker, ssrc } = header;
      reorder.push(header.sequence, { format, payload, timestamp, marker, ssrc }, nowMs);
      return true;
    },
    tick(nowMs, isExpected) {
      reorder.flush(nowMs);
      if (!isExpected) {
        lastPacketMs = nowMs;
        return;
      }
      lastPacketMs ??= nowMs;
      const silentMs = nowMs - lastPacketMs;
      reportSilence(silentMs);
      if (silentMs >= MAX_FILLED_MS) return;
      if (isNoise) emit(noise.createFrame());
      else if (lastAudioMs !== null && nowMs - lastAudioMs > FILL_AFTER_MS)
        emit(new Int16Array(FRAME_SAMPLES));
    },
  };
}
