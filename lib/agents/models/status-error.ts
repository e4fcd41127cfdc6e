import { errorOfStatus, ModelError } from "./errors";
import { retryAfterMs } from "./retry-after";

/** An error object is short; only the beginning of a longer body is read. */
const MAX_ERROR_BYTES = 16_384;

/** OpenAI's code, and the messages of servers without one: vLLM, llama.cpp, Anthropic. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size_error|maximum context length|context (window|size|length)|prompt is too long/i;
/** Azure OpenAI filters the prompt itself, with a 400. */
const FILTERED = /"code"\s*:\s*"content_filter"|content_policy_violation/;

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (
      let next = await reader.read();
      !next.done && text.length < MAX_ERROR_BYTES;
      next = await reader.read()
    )
      text += decoder.decode(next.value, { stream: true });
  } catch {
    // The part read so far is enough to classify the error.
  }
  await reader.cancel().catch(() => undefined);
  return text.slice(0, MAX_ERROR_BYTES);
}

/**
 * Returns the error of a response with a status other than 2xx. Servers quote the request in the body, so
 * none of it is kept. The body only distinguishes a context that is too long, and a filtered prompt, from
 * other errors.
 */
export async function statusError(response: Response): Promise<ModelError> {
  const { status, headers } = response;
  if (status !== 400 && status !== 413) {
    await response.body?.cancel();
    return errorOfStatus(status, retryAfterMs(headers, Date.now()));
  }
  const text = await beginningOf(response);
  if (TOO_LONG.test(text)) return new ModelError("context_too_long", status);
  return FILTERED.test(text) ? new ModelError("filtered", status) : errorOfStatus(status);
}
