import type { Ctx } from "@/lib/platform/context";
import { PROBLEMS } from "@/lib/platform/errors";
import { answer, type Exchange, statusOf } from "./answer";
import { EventStream } from "./event-stream";
import { type Claim, claim, type RawBody, refusalOf, refuseAgain } from "./idempotency";
import { asAppError, logFailure } from "./problem";

/** What is needed to run a request's verb, or to present again what it led to. */
export type Attempt = {
  ctx: Ctx;
  raw: RawBody;
  run(): Promise<unknown>;
  again(reference: string): Promise<unknown>;
};

const idOf = (result: unknown): string => String((result as { id?: unknown } | undefined)?.id ?? "");

/** A stream's reference is known once its verb has done what it does. */
async function keepLater(
  { spec, requestId }: Exchange,
  held: Claim & { earlier: null },
  reference: Promise<string>,
): Promise<void> {
  try {
    await held.keep({ status: spec.status ?? 200, reference: await reference });
  } catch (error) {
    logFailure(asAppError(error), requestId, spec.summary);
    await held.release().catch(() => undefined);
  }
}

async function first(
  exchange: Exchange,
  held: Claim & { earlier: null },
  attempt: Attempt,
): Promise<Response> {
  const { spec } = exchange;
  try {
    const result = await attempt.run();
    if (result instanceof EventStream)
      void keepLater(exchange, held, result.reference ?? Promise.resolve(""));
    else
      await held.keep({
        status: statusOf(spec, result),
        reference: (spec.referenceOf ?? idOf)(result as never),
      });
    return answer(exchange, result);
  } catch (thrown) {
    const error = asAppError(thrown);
    await (PROBLEMS[error.code].status === 409 ? held.keep(refusalOf(error)) : held.release());
    throw thrown;
  }
}

/** A POST under an Idempotency-Key: it runs once, and what it led to is presented again to whoever repeats it. */
export async function runOnce(exchange: Exchange, key: string, attempt: Attempt): Promise<Response> {
  const { pathname } = new URL(exchange.request.url);
  const held = await claim(attempt.ctx, pathname, key, attempt.raw);
  if (held.earlier === null) return first(exchange, held, attempt);
  exchange.headers.set("Idempotent-Replayed", "true");
  if (held.earlier.status >= 400) refuseAgain(held.earlier);
  return answer(exchange, await attempt.again(held.earlier.reference), held.earlier.status);
}
