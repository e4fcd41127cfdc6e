import type { Decoder } from "soundswallower";
import type { Transcription } from "@/lib/agents/providers/schema";
import { heardFrom, textOf } from "./grammar/parse-tokens";

const FULL_SCALE = 32_768;
/** Words so far are looked for five times a second: they decide whether a pause ends the utterance. */
const PARTIAL_SAMPLES = 1_600;

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

/** Decodes one utterance, without waiting. A decoder has one at a time. */
export type UtteranceListener = {
  /** Takes samples at 8 kHz. Returns the words so far if they have changed; only checked if `partials`. */
  take(samples: Int16Array, partials: boolean): string | null;
  finish(): Transcription;
  abort(): void;
};

export function createUtteranceListener(decoder: Decoder): UtteranceListener {
  const utterance = new UtteranceDecoder(decoder);
  let decoded = "";
  let fresh = 0;
  return {
    take(samples, partials) {
      utterance.take(samples);
      fresh += samples.length;
      if (!partials || fresh < PARTIAL_SAMPLES || !utterance.hasBegun) return null;
      fresh = 0;
      const text = textOf(decoder.get_text());
      const isNew = text !== "" && text !== decoded;
      decoded = text;
      return isNew ? text : null;
    },
    finish() {
      utterance.begin();
      decoder.stop();
      return heardFrom(decoder.get_text(), () => decoder.get_alignment());
    },
    abort() {
      utterance.begin();
      decoder.stop();
    },
  };
}
