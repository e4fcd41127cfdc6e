import type { Transcriber, Transcription } from "@/lib/agents/providers/schema";
import { createResampler } from "@/lib/platform/audio";
import { judgeTranscription } from "@/lib/voice/offline/speech/acceptance";
import type { Decoders, LoadedDecoder } from "@/lib/voice/offline/speech/decoders";
import {
  createUtteranceListener,
  type UtteranceListener,
} from "@/lib/voice/offline/speech/utterance-listener";
import { createVad, type Memory } from "@/lib/voice/offline/speech/vad";
import judgeWindows from "@/lib/voice/offline/speech/vad-thread";
import type { Vad } from "@/lib/voice/providers/port";

/** Samples at 8 kHz that the product hands to the decoder at once. */
const PIECE_SAMPLES = 800;
const MEMORY_SIZE = 128;

/** The product's VAD in this thread, so that a simulated call can wait for each window. */
export function createLocalVad(): Vad {
  return createVad(async ({ input, layers }: Memory) => {
    const memory = new Float32Array(layers.length * MEMORY_SIZE);
    for (const [i, layer] of layers.entries()) memory.set(layer, i * MEMORY_SIZE);
    const limit = new AbortController().signal;
    const answer = await judgeWindows({ job: { count: 1, samples: input.slice(), memory }, limit } as never);
    for (const [i, layer] of layers.entries())
      layer.set(answer.memory.subarray(i * MEMORY_SIZE, (i + 1) * MEMORY_SIZE));
    return answer.probabilities[0] ?? 0;
  });
}

/** The built-in transcriber in this thread: its words so far are known as soon as the audio is. */
export function createLocalTranscriber(decoders: Decoders): Transcriber {
  return {
    name: "builtin",
    begin(expectation, { partial }) {
      const down = createResampler(16_000, 8_000);
      let waiting: number[] = [];
      let listener: UtteranceListener | null = null;
      let loaded: LoadedDecoder | null = null;
      let isOver = false;
      const feed = () => {
        while (listener !== null && waiting.length >= PIECE_SAMPLES) {
          const words = listener.take(Int16Array.from(waiting.slice(0, PIECE_SAMPLES)), true);
          waiting = waiting.slice(PIECE_SAMPLES);
          if (words !== null) partial?.(words);
        }
      };
      const ready = decoders.acquire(expectation).then(async (acquired) => {
        loaded = acquired;
        await acquired.decoder.reinitialize_audio();
        listener = createUtteranceListener(acquired.decoder);
        if (!isOver) feed();
      });
      const release = () => {
        if (loaded !== null) decoders.release(loaded);
        loaded = null;
        listener = null;
      };
      return {
        push(frame) {
          waiting.push(...down.push(frame));
          feed();
        },
        async finish(): Promise<Transcription> {
          await ready;
          feed();
          const lastPiece = Int16Array.from(waiting);
          if (lastPiece.length > 0) listener?.take(lastPiece, false);
          const transcription = listener?.finish() ?? { text: "", confidence: 0, understood: false };
          release();
          return judgeTranscription(expectation, transcription);
        },
        abort() {
          isOver = true;
          void ready.then(() => {
            listener?.abort();
            release();
          });
        },
      };
    },
    close: () => undefined,
  };
}
