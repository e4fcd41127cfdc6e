import type { Synthesizer, Transcriber, Utterance } from "@/lib/agents/providers/schema";
import { errorType, isTracing, type Span, startSpan } from "@/lib/platform/telemetry";

type Part = "voice" | "transcriber";
/** `provider`: the kind of the account; `callId`: the call, as speech is no part of a turn's span. */
type ProviderOfCall = { provider: string; callId: string };

const begin = (name: string, part: Part, { provider, callId }: ProviderOfCall): Span =>
  startSpan(name, {
    kind: "client",
    attributes: { "parley.provider.part": part, "parley.provider.kind": provider, "parley.call.id": callId },
  });

/** The same synthesizer, with a span for each text that it speaks while traces are on. The text is not recorded. */
export function withSynthesizerSpans(synthesizer: Synthesizer, of: ProviderOfCall): Synthesizer {
  if (!isTracing()) return synthesizer;
  return {
    ...synthesizer,
    async *speak(text, voice, signal, context) {
      const span = begin("synthesize", "voice", of);
      try {
        yield* synthesizer.speak(text, voice, signal, context);
      } catch (error) {
        span.fail(errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

function traceUtterance(utterance: Utterance, span: Span): Utterance {
  return {
    push: (frame) => utterance.push(frame),
    async finish() {
      try {
        return await utterance.finish();
      } catch (error) {
        span.fail(errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    abort() {
      span.end();
      utterance.abort();
    },
  };
}

/** The same transcriber, with a span for each utterance while traces are on. The words are not recorded. */
export function withTranscriberSpans(transcriber: Transcriber, of: ProviderOfCall): Transcriber {
  if (!isTracing()) return transcriber;
  return {
    ...transcriber,
    begin: (expectation, on, signal) =>
      traceUtterance(transcriber.begin(expectation, on, signal), begin("transcribe", "transcriber", of)),
  };
}
