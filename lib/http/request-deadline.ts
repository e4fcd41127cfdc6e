import { AppError } from "@/lib/platform/errors";
import { withTimeout } from "@/lib/platform/with-timeout";
import { baseHeaders } from "./base-headers";
import { type Exchange, respondWithError } from "./respond";
import type { Spec } from "./spec";

/**
 * Time in which a request must be answered. A turn of a model with tools and every repetition of a failed request can take
 * most of it. Tests shorten it.
 */
export const REQUEST_DEADLINE = { ms: 180_000 };
/** After the deadline, the work of a request usually ends in seconds, as each of its parts has a limit. */
const RETRY_AFTER_S = 10;

/** Whether a request ends by its deadline. An upload has the limit of its transfer instead (`upload.ts`). */
const hasDeadline = ({ accepts }: Spec): boolean => accepts === undefined;

/**
 * Resolves like `work`, or with 503 `unavailable` at the deadline. `work` gets a signal that is aborted then, or when the client
 * disconnects. Work that is not aborted by it continues: the answer says so, and a repetition with the same Idempotency-Key waits
 * for its result. An event stream and a file begin before the deadline and continue after it.
 */
export async function answerByDeadline(
  exchange: Exchange,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const { spec, request, requestId } = exchange;
  if (!hasDeadline(spec)) return work(request.signal);
  const { ms } = REQUEST_DEADLINE;
  const deadline = new AbortController();
  return withTimeout(work(AbortSignal.any([request.signal, deadline.signal])), ms, () => {
    const error = new AppError("request_too_long", {
      params: { seconds: Math.ceil(ms / 1_000) },
      retryAfterS: RETRY_AFTER_S,
    });
    deadline.abort(error);
    // The work may still write to the headers of the exchange.
    return respondWithError({ ...exchange, headers: baseHeaders(requestId) }, error);
  });
}
