import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from "@ai-sdk/provider";
import { providerFailures } from "@/lib/platform/provider-failures";
import { ModelError, toModelError } from "./errors";
import { UNKNOWN_USAGE } from "./whole-answer";

/** Counts a failure of a provider's model. */
export function countFailure(failure: ModelError): ModelError {
  providerFailures.count({ part: "model", provider: "openai-compatible", kind: failure.code });
  return failure;
}

/** Converts the error to a `ModelError`, and counts it. */
const failed = (error: unknown): ModelError => countFailure(toModelError(error));

/** The caller's own abort keeps its reason; every other error becomes a `ModelError`. */
const explain = (error: unknown, { abortSignal }: LanguageModelV3CallOptions): unknown =>
  abortSignal?.aborted ? abortSignal.reason : failed(error);

/**
 * Wraps `model` so that all its errors are `ModelError`s, thrown or as the stream's only error part, which
 * ends the stream. Requests and responses that the SDK returns are omitted, as are its warnings, which it
 * prints: the prompt must not reach a log.
 */
export function withTypedErrors(model: LanguageModelV3): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,

    async doGenerate(options) {
      try {
        const { content, finishReason, usage, providerMetadata } = await model.doGenerate(options);
        return { content, finishReason, usage, ...(providerMetadata && { providerMetadata }), warnings: [] };
      } catch (error) {
        throw explain(error, options);
      }
    },

    async doStream(options) {
      try {
        const { stream } = await model.doStream(options);
        return { stream: checked(stream, options) };
      } catch (error) {
        throw explain(error, options);
      }
    },
  };
}

type Parts = ReadableStream<LanguageModelV3StreamPart>;

function checked(stream: Parts, options: LanguageModelV3CallOptions): Parts {
  const reader = stream.getReader();
  let finished = false;

  const fail = async (
    controller: ReadableStreamDefaultController<LanguageModelV3StreamPart>,
    error: unknown,
  ): Promise<void> => {
    if (options.abortSignal?.aborted) {
      controller.error(options.abortSignal.reason);
      return;
    }
    controller.enqueue({ type: "error", error: failed(error) });
    controller.enqueue({
      type: "finish",
      finishReason: { unified: "error", raw: undefined },
      usage: UNKNOWN_USAGE,
    });
    controller.close();
    await reader.cancel().catch(() => {}); // it may have failed already, which is why we are here
  };

  return new ReadableStream<LanguageModelV3StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done && finished) controller.close();
          else if (done) await fail(controller, new ModelError("invalid_answer"));
          else if (value.type === "error") await fail(controller, ofPart(value.error));
          else {
            finished ||= value.type === "finish";
            controller.enqueue(value.type === "stream-start" ? { ...value, warnings: [] } : value);
          }
        } catch (error) {
          await fail(controller, error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * An error object that the server wrote into the stream reports its failure; the SDK's own errors are
 * `Error`s.
 */
const ofPart = (error: unknown): unknown => (error instanceof Error ? error : new ModelError("unreachable"));
