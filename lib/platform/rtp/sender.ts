import { randomBytes, randomInt } from "node:crypto";
import { FRAME_MS, FRAME_SAMPLES } from "@/lib/platform/audio";
import { type AudioEncoder, createAudioEncoder } from "./audio-codec";
import { NOISE_PAYLOAD } from "./comfort-noise";
import { CLOCK_HZ, type Format } from "./formats";
import { createKeySender } from "./key-sender";
import type { PlayoutQueue } from "./playout-queue";
import type { SenderInfo } from "./rtcp-packet";
import { RTP_HEADER_BYTES, writeRtp } from "./rtp-packet";
import { advanceTimestamp } from "./sequence";
import type { SrtpSender } from "./srtp";
import { createTone } from "./tone";
import type { MediaCodec } from "./types";

/** The first sequence number is below 2^15, so that the other side's first index is right (RFC 3711, 3.3.1). */
const MAX_FIRST_SEQUENCE = 0x8000;
const TICKS_PER_S = 1_000 / FRAME_MS;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/** Makes the packets of a session, one each 20 ms. */
export type Sender = {
  /** Formats to send, the codec first, and the encryption; null for none. */
  setFormats(formats: readonly Format[], encryption: SrtpSender | null): void;
  /** Sends the packets of a tick. `isPaused`: the other side takes none, but time passes. */
  tick(skipped: number, isPaused: boolean): void;
  pressKey(key: string): void;
  /** Adapts the codec to the part of packets that the other side misses, 0..1. */
  setLoss(loss: number): void;
  /** The sender's part of a report; null if no packet was sent since the last. */
  takeInfo(): SenderInfo | null;
  readonly ssrc: number;
  readonly packets: number;
  readonly codec: MediaCodec | null;
};

export function createSender(queue: PlayoutQueue, send: (packet: Buffer) => void): Sender {
  const ssrc = randomBytes(4).readUInt32BE();
  const keys = createKeySender();
  let sequence = randomInt(MAX_FIRST_SEQUENCE);
  let timestamp = randomBytes(4).readUInt32BE();
  let codec: MediaCodec | null = null;
  let payloadType = 0;
  let event: Format | null = null;
  let noise: Format | null = null;
  let encoder: AudioEncoder | null = null;
  let encryption: SrtpSender | null = null;
  let tones: Int16Array[] = [];
  let isTalking = false;
  let hasFec = false;
  let packets = 0;
  let bytes = 0;
  let reported = 0;

  const sendPacket = (type: number, payload: Uint8Array, marker: boolean, at = timestamp) => {
    const fields = { payloadType: type, marker, sequence, timestamp: at, ssrc };
    const packet = writeRtp(fields, payload, encryption?.tagBytes);
    const content =
      encryption === null ? packet : encryption.protectRtp(packet, RTP_HEADER_BYTES, ssrc, sequence);
    // A session whose key is used up sends nothing, and no plain packet.
    if (content !== null) send(content);
    sequence = (sequence + 1) & 0xffff;
    packets++;
    bytes += payload.length;
  };
  /** Whether this tick belongs to a key press. Audio of that time is skipped, so that it is not late for the rest of the call. */
  const sendKeys = (): boolean => {
    if (event === null) return false;
    const press = keys.next(timestamp, event.clockHz);
    if (press === null) return false;
    for (const [at, payload] of press.payloads.entries())
      sendPacket(event.payloadType, payload, press.marker && at === 0, press.timestamp);
    if (queue.shift() !== null) queue.markUnheard();
    isTalking = false;
    return true;
  };
  const sendAudio = () => {
    const frame = tones.shift() ?? queue.shift();
    if (frame === null && noise !== null) {
      isTalking = false;
      sendPacket(noise.payloadType, NOISE_PAYLOAD, false);
      return;
    }
    const payload = encoder?.encode(frame ?? SILENCE);
    if (payload === undefined) return;
    sendPacket(payloadType, payload, !isTalking);
    isTalking = true;
  };

  return {
    setFormats(formats, nextEncryption) {
      const audio = formats[0];
      encryption = nextEncryption;
      event = formats.find(({ kind }) => kind === "event") ?? null;
      noise = formats.find(({ kind }) => kind === "noise") ?? null;
      if (audio === undefined) return;
      payloadType = audio.payloadType;
      hasFec = audio.hasFec === true;
      if (codec === audio.kind) return;
      codec = audio.kind as MediaCodec;
      encoder = createAudioEncoder(codec);
    },
    tick(skipped, isPaused) {
      if (codec === null) return;
      const step = CLOCK_HZ[codec] / TICKS_PER_S;
      timestamp = advanceTimestamp(timestamp, step * skipped);
      if (isPaused) {
        if (queue.shift() !== null) queue.markUnheard();
        isTalking = false;
      } else if (!sendKeys()) sendAudio();
      timestamp = advanceTimestamp(timestamp, step);
    },
    setLoss(loss) {
      encoder?.setLoss(hasFec ? loss : 0);
    },
    pressKey(key) {
      if (event !== null) keys.press(key);
      else if (tones.length < TICKS_PER_S * 10) tones = [...tones, ...createTone(key)];
    },
    takeInfo() {
      if (packets === reported) return null;
      reported = packets;
      return { nowMs: Date.now(), timestamp, packets, bytes };
    },
    ssrc,
    get packets() {
      return packets;
    },
    get codec() {
      return codec;
    },
  };
}
