import { errorOfStatus, ModelError } from "./errors";
import { retryAfterMs } from "./retry-after";

/** An error object is short; of a longer body only its beginning is read. */
const MAX_ERROR_BYTES = 16_384;

/** OpenAI's code, and the sentences of servers that have none: vLLM, llama.cpp, Anthropic. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size_error|maximum context length|context (window|size|length)|prompt is too long/i;
/** Azure OpenAI filters the prompt itself with a 400. */
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
    // What has come is enough to tell.
  }
  await reader.cancel().catch(() => undefined);
  return text.slice(0, MAX_ERROR_BYTES);
}

/**
 * The error of an answer with a status other than 2xx. Servers quote the request in its body, so that nothing of it is
 * kept: it tells a context that is too long, and a filtered prompt, from other refusals.
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
