import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { defaultHttpClient, type HttpClient, parseTarget } from "@/lib/platform/egress";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { ModelError } from "./errors";
import { MODEL_LIMITS, type ModelLimits } from "./limits";
import { modelFetch } from "./model-fetch";
import { withModelSpans } from "./model-spans";
import { type ModelCredential, splitId } from "./schema";
import { documentsStore } from "./storing";
import { withTypedErrors } from "./typed-errors";

/** The SDK adds a call's `providerOptions` of this name, and of no other, to the request's body. */
const OPTIONS_KEY = "openaiCompatible";

/** Models that run in this process, by the name after `builtin:`. */
export type BuiltinModels = Readonly<Record<string, () => LanguageModelV3>>;

export type ResolveModel = {
  /** `<provider>:<model>`. */
  model: string;
  /** The workspace's credential; required for every provider except `builtin`. */
  credential?: ModelCredential | undefined;
  builtins: BuiltinModels;
  egress?: HttpClient;
  limits?: ModelLimits;
};

/**
 * Resolves the language model of an agent. Throws `ModelError` `refused` for an unknown built-in model, a
 * missing credential or a base URL that cannot be called. Sends nothing before the first use. The model's
 * errors are `ModelError`s, or the reason of the caller's abort. It does not retry: `resilientModel` does.
 */
export function resolveModel(input: ResolveModel): LanguageModelV3 {
  const { provider, name } = splitId(input.model);
  if (provider === "builtin") {
    const builtin = Object.hasOwn(input.builtins, name) ? input.builtins[name] : undefined;
    if (builtin === undefined) throw new ModelError("refused");
    return withModelSpans(builtin(), "parley");
  }
  if (input.credential === undefined) throw new ModelError("refused");
  return reuse(name, input.credential, input.egress ?? defaultHttpClient, input.limits ?? MODEL_LIMITS);
}

/**
 * Models of servers by HTTP client. A model has no state, and to make one costs more CPU than to read an answer: the SDK
 * builds and compiles the schemas of the protocol for each (3.6 ms instead of 0.8 ms for a short answer).
 */
const serverModels = new WeakMap<HttpClient, ExpiringMap<string, LanguageModelV3>>();
/** After this time a model is made again, which also drops those that were not used since: a replaced API key with them. */
const REUSED_FOR_MS = 10 * 60_000;
const MAX_REUSED = 500;

function reuse(
  name: string,
  credential: ModelCredential,
  httpClient: HttpClient,
  limits: ModelLimits,
): LanguageModelV3 {
  const models = serverModels.get(httpClient) ?? new ExpiringMap({ ttlMs: REUSED_FOR_MS, limit: MAX_REUSED });
  serverModels.set(httpClient, models);
  const key = JSON.stringify([name, credential.base_url, credential.api_key, limits]);
  const existing = models.get(key);
  if (existing !== undefined) return existing;
  const model = openAiCompatible(name, credential, httpClient, limits);
  models.set(key, model);
  return model;
}

function openAiCompatible(
  name: string,
  credential: ModelCredential,
  httpClient: HttpClient,
  limits: ModelLimits,
): LanguageModelV3 {
  const base = baseUrl(credential);
  const modelWithin = (firstByteMs: number): LanguageModelV3 =>
    createOpenAICompatible({
      name: OPTIONS_KEY,
      baseURL: base.origin + base.pathname.replace(/(?<!\/)\/+$/, ""),
      ...(credential.api_key !== null && { apiKey: credential.api_key }),
      includeUsage: true,
      ...(documentsStore(base) && { transformRequestBody: (body) => ({ ...body, store: false }) }),
      fetch: modelFetch(httpClient, base, limits, firstByteMs),
    }).chatModel(name);
  const streamed = modelWithin(limits.firstByteMs);
  const whole = modelWithin(limits.wholeAnswerMs);
  const typed = withTypedErrors({
    specificationVersion: "v3",
    provider: streamed.provider,
    modelId: name,
    supportedUrls: {},
    doStream: (options) => streamed.doStream(options),
    doGenerate: (options) => whole.doGenerate(options),
  });
  return withModelSpans(typed, "openai_compatible");
}

function baseUrl(credential: ModelCredential): URL {
  try {
    return parseTarget(credential.base_url);
  } catch {
    throw new ModelError("refused");
  }
}
