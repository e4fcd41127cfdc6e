import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import { ModelError } from "./errors";

/** Tokens of one request. Input tokens are without the cached ones. Null if the provider did not report them. */
export type RequestUse = { input: number; cachedInput: number; output: number } | null;
/** Is called once for each request that a provider can bill, with the model's ID as in the agent's configuration. */
export type OnRequestUse = (modelId: string, use: RequestUse) => void;

const isCount = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0;

/** Reads the tokens of a request. Cached tokens that are not reported are billed as ordinary ones, and count as these. */
function toRequestUse({ inputTokens, outputTokens }: LanguageModelV3Usage): RequestUse {
  const { total, cacheRead } = inputTokens;
  if (!isCount(total) || !isCount(outputTokens.total)) return null;
  const cachedInput = isCount(cacheRead) ? Math.min(cacheRead, total) : 0;
  return { input: total - cachedInput, cachedInput, output: outputTokens.total };
}

/** Whether a request that failed can be billed: it reached the server, and the server has not refused it. */
const isBillable = (error: unknown): boolean =>
  !(error instanceof ModelError) || (error.status === undefined && error.code !== "unreachable");

type Report = (use: RequestUse) => void;

function createReport(onUse: OnRequestUse, modelId: string): Report {
  let isReported = false;
  return (use) => {
    if (isReported) return;
    isReported = true;
    onUse(modelId, use);
  };
}

/** Passes a stream on, and reports its use with the last part. A stream that is broken or canceled has none to report. */
function meterStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  report: Report,
): ReadableStream<LanguageModelV3StreamPart> {
  const reader = stream.getReader();
  return new ReadableStream<LanguageModelV3StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (value?.type === "finish") report(toRequestUse(value.usage));
          if (!done) return controller.enqueue(value);
          report(null);
          controller.close();
        } catch (error) {
          report(null);
          controller.error(error);
        }
      },
      async cancel(reason) {
        report(null);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Meters the requests of a model. A repeated request counts again. */
export function meteredModel(model: LanguageModelV3, id: string, onUse: OnRequestUse): LanguageModelV3 {
  const run = async <T>(request: PromiseLike<T>, report: Report): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (isBillable(error)) report(null);
      throw error;
    }
  };
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(call) {
      const report = createReport(onUse, id);
      const result = await run(model.doGenerate(call), report);
      report(toRequestUse(result.usage));
      return result;
    },
    async doStream(call) {
      const report = createReport(onUse, id);
      const { stream, ...result } = await run(model.doStream(call), report);
      return { ...result, stream: meterStream(stream, report) };
    },
  };
}
