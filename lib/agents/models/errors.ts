import { EgressError } from "@/lib/platform/egress";

/**
 * Reasons why a model gave no answer. The messages are public: they quote neither the prompt, the answer nor
 * the address.
 */
const MESSAGES = {
  unreachable: "The model's server cannot be reached or fails.",
  timeout: "The model took too long to answer.",
  refused: "The model's server refused the request, or the model's settings do not allow it.",
  not_allowed: "The workspace demands providers that keep nothing, and the model's is not known to be such.",
  invalid_answer: "The model's server gave an answer that is not valid.",
  rate_limited: "The model's server is taking no more requests for now.",
  context_too_long: "The conversation is longer than the model's context.",
  empty_answer: "The model answered without a whole sentence.",
  filtered: "The provider's filter stopped the model's answer.",
  cost_limit: "The next step would exceed a cost limit, so the model was not requested.",
} as const;

export type ModelErrorCode = keyof typeof MESSAGES;

/**
 * The only error type of models. It has no cause on purpose: the SDK's errors carry the whole prompt and the
 * answer. `status` is the server's HTTP status, if any; `retryAfterMs` is the wait that it requests.
 */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ModelErrorCode, status?: number, retryAfterMs?: number) {
    super(MESSAGES[code]);
    this.name = "ModelError";
    this.code = code;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns the error for an HTTP status other than 2xx. */
export function errorOfStatus(status: number, retryAfterMs?: number): ModelError {
  if (status === 429) return new ModelError("rate_limited", status, retryAfterMs);
  if (status === 408 || status === 504) return new ModelError("timeout", status, retryAfterMs);
  if (status >= 500) return new ModelError("unreachable", status, retryAfterMs);
  // A redirect is never followed: the key and the prompt belong to the configured server.
  return new ModelError(status < 400 ? "invalid_answer" : "refused", status);
}

const OF_EGRESS = {
  refused_address: "refused",
  bad_url: "refused",
  not_encrypted: "refused",
  redirect: "refused",
  timeout: "timeout",
  too_large: "invalid_answer",
  network: "unreachable",
} as const;

/** Converts an error to a `ModelError`: the one that it wraps, else `invalid_answer`. */
export function toModelError(error: unknown): ModelError {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    if (at instanceof ModelError) return at;
    if (at instanceof EgressError) return new ModelError(OF_EGRESS[at.code]);
  }
  return new ModelError("invalid_answer");
}
