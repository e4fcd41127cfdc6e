import type { MessagePort } from "node:worker_threads";
import type { Decoder } from "soundswallower";
import type { Expectation, Transcription } from "@/lib/agents/providers/schema";
import type { Task } from "@/lib/voice/providers/pool/pool";
import { createDecoders, type LoadedDecoder } from "./decoders";
import { heardFrom, textOf } from "./grammar/parse-tokens";

/** One utterance: what it is listened to for, and where its sound comes from. */
export type Listening = { expectation: Expectation; port: MessagePort; partials: boolean };
/** Samples at 8 kHz; then the end. */
export type ToListener = Int16Array | "end" | "abort";
/** The interim result. */
export type FromListener = string;

const FULL_SCALE = 32_768;
/** Words so far are looked for after each half second of speech. */
const PARTIAL_SAMPLES = 4_000;

const decoders = createDecoders();

function toFloat(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) floats[i] = (samples[i] ?? 0) / FULL_SCALE;
  return floats;
}

/**
 * The sound of a voice and a line is told from the first 0.8 s, or from all of a short answer, which is therefore held
 * back: against the model's own idea of them, "yes" is not understood. A short answer is over where it seems to be: the
 * pause that ends it for certain is then the time in which it is understood.
 */
const HELD_SAMPLES = 6_400;
/** Between two words there may be a tenth of a second; behind two there is mostly nothing more. */
const SEEMS_OVER_PIECES = 2;

/**
 * The pause that ends an utterance is as expensive to decode as speech, and contains nothing. Of audio this
 * much quieter than the loudest so far, the first pieces are a word's last consonant, and the others are
 * decoded only if speech follows.
 */
const QUIET_SHARE = 0.03;
const LAST_SOUND_PIECES = 2;

function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] ?? 0) ** 2;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Takes the sound of an utterance piece by piece. */
class UtteranceDecoder {
  private buffered: Float32Array[] = [];
  private heldSamples = 0;
  private loudest = 0;
  private quiet = 0;
  private pause: Float32Array[] = [];
  hasBegun = false;

  constructor(private readonly decoder: Decoder) {}

  take(samples: Int16Array): void {
    const floats = toFloat(samples);
    const loudness = loudnessOf(floats);
    this.loudest = Math.max(this.loudest, loudness);
    this.quiet = loudness < this.loudest * QUIET_SHARE ? this.quiet + 1 : 0;
    if (this.hasBegun) return void this.follow(floats);
    this.buffered.push(floats);
    this.heldSamples += floats.length;
    if (this.quiet >= SEEMS_OVER_PIECES || this.heldSamples >= HELD_SAMPLES) this.begin();
  }

  private follow(floats: Float32Array): void {
    if (this.quiet > LAST_SOUND_PIECES) return void this.pause.push(floats);
    for (const piece of this.pause) this.decoder.process_audio(piece);
    this.pause = [];
    this.decoder.process_audio(floats);
  }

  /** Goes through what was held twice: for how it sounds, without a search, and then for its words. */
  begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const all = new Float32Array(this.heldSamples);
    let at = 0;
    for (const piece of this.buffered) {
      all.set(piece, at);
      at += piece.length;
    }
    this.buffered = [];
    if (all.length > 0) {
      this.decoder.start();
      this.decoder.process_audio(all, true, true);
      this.decoder.stop();
    }
    this.decoder.start();
    if (all.length > 0) this.decoder.process_audio(all);
  }
}

/** Feeds what arrives to the decoder until the end; false where it was broken off. */
function follow({ decoder }: LoadedDecoder, { port, partials }: Listening): Promise<boolean> {
  const ear = new UtteranceDecoder(decoder);
  return new Promise((done, fail) => {
    let decoded = "";
    let fresh = 0;
    port.on("close", () => done(false));
    port.on("message", (message: ToListener) => {
      try {
        if (typeof message === "string") {
          ear.begin();
          return done(message === "end");
        }
        ear.take(message);
        fresh += message.length;
        if (!partials || fresh < PARTIAL_SAMPLES || !ear.hasBegun) return;
        fresh = 0;
        const text = textOf(decoder.get_text());
        if (text !== "" && text !== decoded) port.postMessage(text);
        decoded = text;
      } catch (error) {
        fail(error);
      }
    });
  });
}

/** Listens to one utterance to its end. Null where it was broken off. */
export default async function listen({ job }: Task<Listening>): Promise<Transcription | null> {
  const loaded = await (await decoders).acquire(job.expectation);
  const { decoder } = loaded;
  try {
    // The adaptation to the last caller's voice and line does not help with the next one, and is their
    // personal data.
    await decoder.reinitialize_audio();
    const whole = await follow(loaded, job);
    decoder.stop();
    return whole ? heardFrom(decoder.get_text(), () => decoder.get_alignment()) : null;
  } finally {
    job.port.close();
    (await decoders).release(loaded);
  }
}
