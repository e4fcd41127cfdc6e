import type { Ctx } from "@/lib/platform/context";
import { PROBLEMS } from "@/lib/platform/errors";
import { EventStream } from "./event-stream";
import { type Claim, claimKey, type RawBody, rethrowRefusal, storableRefusal } from "./idempotency";
import { asAppError, logFailure } from "./problem";
import { type Exchange, respond, statusOf } from "./respond";

/** Runs a request's verb, or presents its earlier result again. */
export type Attempt = {
  ctx: Ctx;
  raw: RawBody;
  run(): Promise<unknown>;
  replayResult(reference: string): Promise<unknown>;
};

const idOf = (result: unknown): string => String((result as { id?: unknown } | undefined)?.id ?? "");

/** Stores a stream's reference once its verb has done its work. */
async function storeReferenceLater(
  { spec, requestId }: Exchange,
  claim: Claim & { earlier: null },
  reference: Promise<string>,
): Promise<void> {
  try {
    await claim.keep({ status: spec.status ?? 200, reference: await reference });
  } catch (error) {
    logFailure(asAppError(error), requestId, spec.summary);
    await claim.release().catch(() => undefined);
  }
}

async function runFirst(
  exchange: Exchange,
  claim: Claim & { earlier: null },
  attempt: Attempt,
): Promise<Response> {
  const { spec } = exchange;
  try {
    const result = await attempt.run();
    if (result instanceof EventStream)
      void storeReferenceLater(exchange, claim, result.reference ?? Promise.resolve(""));
    else
      await claim.keep({
        status: statusOf(spec, result),
        reference: (spec.referenceOf ?? idOf)(result as never),
      });
    return respond(exchange, result);
  } catch (cause) {
    const error = asAppError(cause);
    // "in_progress" is true only for a moment.
    const isStored = PROBLEMS[error.code].status === 409 && error.code !== "in_progress";
    await (isStored ? claim.keep(storableRefusal(error)) : claim.release());
    throw cause;
  }
}

/** Runs a POST with an Idempotency-Key once, and presents its result again for repetitions. */
export async function runOnce(exchange: Exchange, key: string, attempt: Attempt): Promise<Response> {
  const { pathname } = new URL(exchange.request.url);
  const claim = await claimKey(attempt.ctx, pathname, key, attempt.raw);
  if (claim.earlier === null) return runFirst(exchange, claim, attempt);
  exchange.headers.set("Idempotent-Replayed", "true");
  if (claim.earlier.status >= 400) rethrowRefusal(claim.earlier);
  return respond(exchange, await attempt.replayResult(claim.earlier.reference), claim.earlier.status);
}
