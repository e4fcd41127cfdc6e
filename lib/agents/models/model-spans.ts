import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import { errorType, isTracing, type Span, withSpan } from "@/lib/platform/telemetry";

/** The provider in spans: the kind, as a workspace chooses the names of its accounts and models. */
type ProviderKind = "openai_compatible" | "parley";

const setUsage = (span: Span, { inputTokens, outputTokens }: LanguageModelV3Usage): void =>
  span.set({
    "gen_ai.usage.input_tokens": inputTokens.total,
    "gen_ai.usage.output_tokens": outputTokens.total,
  });

/** Passes a model's stream on and ends the span with it. */
function endWithStream(
  span: Span,
  stream: ReadableStream<LanguageModelV3StreamPart>,
): ReadableStream<LanguageModelV3StreamPart> {
  const reader = stream.getReader();
  return new ReadableStream<LanguageModelV3StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value?.type === "finish") setUsage(span, value.usage);
        if (value?.type === "error") span.fail(errorType(value.error));
        if (!done) return controller.enqueue(value);
        span.end();
        controller.close();
      } catch (error) {
        span.fail(errorType(error));
        span.end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      span.end();
      await reader.cancel(reason);
    },
  });
}

/**
 * The same model, or one with a span for each request if traces are on, from the request to the end of the answer. It has the
 * provider's kind and the numbers of tokens; prompts, answers and the model's name are not recorded.
 */
export function withModelSpans(model: LanguageModelV3, provider: ProviderKind): LanguageModelV3 {
  if (!isTracing()) return model;
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "parley.provider.part": "model",
  };
  const options = { kind: "client", attributes } as const;
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) =>
      withSpan("chat", options, async (span) => {
        const result = await model.doGenerate(call);
        setUsage(span, result.usage);
        return result;
      }),
    doStream: (call) =>
      withSpan("chat", { ...options, endsLater: true }, async (span) => {
        const result = await model.doStream(call);
        return { ...result, stream: endWithStream(span, result.stream) };
      }),
  };
}
