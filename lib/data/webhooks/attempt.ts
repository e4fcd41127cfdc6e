import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { type Egress, EgressError } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { delayMs } from "./backoff";
import type { EventRow, Renderer } from "./render";
import type { Sign } from "./secret";

/** From connecting to the end of the answer. Who has more to do answers first and works then. */
const TIMEOUT_MS = 10_000;
/** Of the answer, which nobody reads. */
const MAX_ANSWER_BYTES = 64 * 1_024;
const GONE = 410;

export type Due = {
  id: string;
  attempts: number;
  delivery_created_at: string;
  event: EventRow;
};

/** How an attempt went, as the delivery's row is to say it. */
export type Outcome = {
  id: string;
  status: "delivered" | "pending" | "failed" | "canceled";
  attempts: number;
  next_attempt_at: string | null;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  gone: boolean;
};

type Answer = Pick<Outcome, "response_status" | "error">;

function judge(status: number): Answer {
  if (status >= 200 && status < 300) return { response_status: status, error: null };
  return { response_status: status, error: status >= 300 && status < 400 ? "redirect" : "http_status" };
}

/** The way out, as far as messages need it. */
export type Way = Pick<Egress, "send">;

/** Where messages go: `signal` breaks off what is under way. */
export type To = { url: string; sign: Sign; way: Way; signal: AbortSignal };

/** Sends a body once. Redirects are not followed: where a message goes is what was checked. */
async function send(
  { url, sign, way, signal }: To,
  ctx: Ctx,
  eventId: string,
  body: Buffer,
): Promise<Answer> {
  try {
    const status = await way.send(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Parley-Webhooks/1",
        ...sign(eventId, ctx.now(), body),
      },
      body,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return judge(status);
  } catch (error) {
    if (error instanceof EgressError) return { response_status: null, error: error.code };
    throw error;
  }
}

/**
 * One attempt of a delivery. Null where it did not come to one, as the worker stops. A body that cannot be made is a
 * failed attempt like others, so that it holds up nothing else; only a locked workspace throws.
 */
export async function attempt(ctx: Ctx, due: Due, render: Renderer, to: To): Promise<Outcome | null> {
  const base = { id: due.id, attempts: due.attempts + 1, next_attempt_at: null, gone: false };
  const began = performance.now();
  let answer: Answer;
  try {
    const body = await render(due.event);
    if (body === null)
      return { ...base, attempts: due.attempts, status: "canceled", ...NOTHING, error: "gone" };
    answer = await send(to, ctx, due.event.id, body);
  } catch (error) {
    if (to.signal.aborted) return null;
    if (error instanceof AppError && (error.code === "workspace_locked" || error.code === "unavailable"))
      throw error;
    log.error({ deliveryId: due.id, err: error }, "an event could not be made into a message");
    answer = { response_status: null, error: "internal" };
  }
  const duration_ms = Math.round(performance.now() - began);
  if (answer.error === null) return { ...base, ...answer, status: "delivered", duration_ms };
  const now = ctx.now();
  const delay = delayMs(base.attempts, Date.parse(now) - Date.parse(due.delivery_created_at));
  return {
    ...base,
    ...answer,
    duration_ms,
    status: delay === null ? "failed" : "pending",
    next_attempt_at: delay === null ? null : plusMs(now, delay),
    gone: answer.response_status === GONE,
  };
}

const NOTHING = { response_status: null, duration_ms: null };
