import {
  ProviderFailure,
  type Transcriber,
  type Transcription,
  type Utterance,
} from "@/lib/agents/providers/schema";
import { isStreaming, LOCAL_PROVIDER, type SpeechModel } from "@/lib/agents/speech-models";
import { RATE_HZ } from "@/lib/platform/audio/frame";
import { createFramer } from "@/lib/platform/audio/framer";
import { primaryLanguage } from "@/lib/platform/primary-language";
import type { ModelProcess } from "./model-process";
import { MAX_STREAMED_UTTERANCE_SAMPLES, MAX_WHOLE_UTTERANCE_SAMPLES } from "./protocol";

/** Sound is handed over each tenth of a second. */
const PIECE_SAMPLES = RATE_HZ / 10;
/** The models tell no confidence for an utterance: what they return is taken for what was said. */
const CONFIDENCE = 0.9;

const toTranscription = (text: string): Transcription => ({
  text,
  confidence: text === "" ? 0 : CONFIDENCE,
  understood: text !== "",
});

/** Transcribes by a model of this machine. Its process belongs to all calls. */
export function createLocalTranscriber(modelProcess: ModelProcess, model: SpeechModel): Transcriber {
  const maxSamples = isStreaming(model) ? MAX_STREAMED_UTTERANCE_SAMPLES : MAX_WHOLE_UTTERANCE_SAMPLES;
  return {
    name: LOCAL_PROVIDER,
    begin({ language }, on, signal): Utterance {
      let settle: (result: Transcription | ProviderFailure) => void = () => {};
      const result = new Promise<Transcription | ProviderFailure>((resolve) => {
        settle = resolve;
      });
      const utterance = modelProcess.begin(primaryLanguage(language), {
        onPartial: (text) => signal.aborted || on.partial?.(text),
        onFinal: (text) => settle(toTranscription(text)),
        onFailure: settle,
      });
      const framer = createFramer(PIECE_SAMPLES);
      let samples = 0;
      const abort = () => {
        utterance.abort();
        // An aborted utterance has no result that anyone waits for.
        settle(new ProviderFailure(LOCAL_PROVIDER, "unavailable"));
      };
      signal.addEventListener("abort", abort, { once: true });
      void result.then(() => signal.removeEventListener("abort", abort));
      if (signal.aborted) abort();
      return {
        push(frame) {
          if (samples >= maxSamples) return;
          samples += frame.length;
          framer.push(frame).forEach(utterance.push);
        },
        async finish() {
          signal.throwIfAborted();
          const last = framer.flush();
          if (last !== null) utterance.push(last);
          utterance.finish();
          const settled = await result;
          signal.throwIfAborted();
          if (settled instanceof ProviderFailure) throw settled;
          return settled;
        },
        abort,
      };
    },
    close() {},
  };
}
