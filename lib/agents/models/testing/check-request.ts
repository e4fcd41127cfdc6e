import { checkMessages, isObject } from "./check-messages";
import { checkTools } from "./check-tools";
import {
  contextTooLong,
  invalidRequest,
  invalidType,
  missingKey,
  type OpenAiError,
  unknownModel,
  wrongKey,
} from "./open-ai-errors";

/** The fields of `CreateChatCompletionRequest`. */
const FIELDS = new Set(
  (
    "audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages " +
    "metadata modalities model n parallel_tool_calls prediction presence_penalty prompt_cache_key " +
    "prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier stop store stream " +
    "stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options"
  ).split(" "),
);
const NUMBERS = [
  "frequency_penalty",
  "max_completion_tokens",
  "max_tokens",
  "n",
  "presence_penalty",
  "temperature",
  "top_p",
];
const REASONING = /^(o\d|gpt-5)/;

export type Strictness = {
  /** The key that requests must have; null if the server needs none. */
  apiKey: string | null;
  /** The models that exist; by default, every name. */
  models?: readonly string[];
  /** Maximum context in tokens, estimated at four characters each. */
  contextTokens?: number;
};

type Body = Record<string, unknown>;

/** Returns the API's error for an invalid `Authorization` header, or null. */
export function checkKey(authorization: string | undefined, { apiKey }: Strictness): OpenAiError | null {
  if (apiKey === null) return null;
  if (authorization === undefined || !authorization.startsWith("Bearer ")) return missingKey();
  return authorization === `Bearer ${apiKey}` ? null : wrongKey();
}

function fieldError(body: Body): OpenAiError | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return invalidRequest(`Unrecognized request argument supplied: ${unknown}`);
  const notNumber = NUMBERS.find((name) => body[name] !== undefined && typeof body[name] !== "number");
  if (notNumber !== undefined) return invalidType(notNumber, "a number");
  if (body.stream !== undefined && typeof body.stream !== "boolean")
    return invalidType("stream", "a boolean");
  if (body.stream_options !== undefined && body.stream !== true)
    return invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: "stream_options",
    });
  return null;
}

function reasoningError(body: Body, model: string): OpenAiError | null {
  if (!REASONING.test(model)) return null;
  if (body.max_tokens !== undefined)
    return invalidRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: "max_tokens", code: "unsupported_parameter" },
    );
  return body.temperature === undefined || body.temperature === 1
    ? null
    : invalidRequest(
        `Unsupported value: 'temperature' does not support ${String(body.temperature)} with this model. Only the default (1) value is supported.`,
        { param: "temperature", code: "unsupported_value" },
      );
}

/** An estimate is enough: tests choose a limit far above or far below what they send. */
const CHARACTERS_PER_TOKEN = 4;

function lengthError(body: Body, limit: number | undefined): OpenAiError | null {
  if (limit === undefined) return null;
  const tokens = Math.ceil(JSON.stringify([body.messages, body.tools]).length / CHARACTERS_PER_TOKEN);
  return tokens > limit ? contextTooLong(limit, tokens) : null;
}

/**
 * Returns the API's error for an invalid body of `POST /v1/chat/completions`; null if the API would answer.
 */
export function checkRequest(body: unknown, strictness: Strictness): OpenAiError | null {
  if (!isObject(body)) return invalidRequest("We could not parse the JSON body of your request.");
  const { model } = body;
  if (typeof model !== "string" || model === "") return invalidRequest("you must provide a model parameter");
  if (strictness.models !== undefined && !strictness.models.includes(model)) return unknownModel(model);
  return (
    fieldError(body) ??
    checkMessages(body.messages) ??
    checkTools(body.tools, body.tool_choice) ??
    reasoningError(body, model) ??
    lengthError(body, strictness.contextTokens)
  );
}
