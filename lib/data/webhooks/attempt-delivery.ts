import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { EgressError, type HttpClient } from "@/lib/platform/egress";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { withSpan } from "@/lib/platform/telemetry";
import { delayMs } from "./backoff";
import type { EventRow, Renderer } from "./render";
import type { Sign } from "./secret";

/** Time limit from connecting to the end of the response. Receivers with more work should respond first. */
const TIMEOUT_MS = 10_000;
/** Maximum size of a response, which is ignored. */
const MAX_ANSWER_BYTES = 64 * 1_024;
const GONE = 410;

export type Due = {
  id: string;
  attempts: number;
  delivery_created_at: string;
  event: EventRow;
};

/** The result of an attempt, as stored in the delivery's row. */
export type Outcome = {
  id: string;
  status: "delivered" | "pending" | "failed" | "canceled";
  attempts: number;
  next_attempt_at: string | null;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  isGone: boolean;
};

type Answer = Pick<Outcome, "response_status" | "error">;

function judge(status: number): Answer {
  if (status >= 200 && status < 300) return { response_status: status, error: null };
  return { response_status: status, error: status >= 300 && status < 400 ? "redirect" : "http_status" };
}

/** The part of the HTTP client that deliveries use. */
export type DeliveryClient = Pick<HttpClient, "send">;

/** The destination of messages. `signal` aborts pending ones. */
export type DeliveryTarget = { url: string; sign: Sign; httpClient: DeliveryClient; signal: AbortSignal };

/** Sends a body once. Redirects are not followed, as only the endpoint's address was checked. */
async function send(
  { url, sign, httpClient, signal }: DeliveryTarget,
  ctx: Ctx,
  eventId: string,
  body: Buffer,
): Promise<Answer> {
  try {
    const status = await httpClient.send(url, {
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
 * Makes one attempt of a delivery. Null if the worker stops before it. A body that cannot be rendered counts
 * as a failed attempt, so that it delays no other delivery; only a locked workspace throws.
 */
export async function attemptDelivery(
  ctx: Ctx,
  due: Due,
  render: Renderer,
  to: DeliveryTarget,
): Promise<Outcome | null> {
  const base = { id: due.id, attempts: due.attempts + 1, next_attempt_at: null, isGone: false };
  const startedAtMs = performance.now();
  let answer: Answer;
  try {
    const body = await render(due.event);
    if (body === null)
      return { ...base, attempts: due.attempts, status: "canceled", ...NOTHING, error: "gone" };
    answer = await withSpan(
      "deliver webhook",
      { attributes: { "parley.provider.part": "webhook", "parley.delivery.id": due.id } },
      async (span) => {
        const sent = await send(to, ctx, due.event.id, body);
        if (sent.error !== null) span.fail(sent.error);
        return sent;
      },
    );
  } catch (error) {
    if (to.signal.aborted) return null;
    if (error instanceof AppError && (error.code === "workspace_locked" || error.code === "unavailable"))
      throw error;
    log.error(
      { deliveryId: due.id, requestId: ctx.requestId, err: error },
      "an event could not be made into a message",
    );
    answer = { response_status: null, error: "internal" };
  }
  const duration_ms = Math.round(performance.now() - startedAtMs);
  if (answer.error === null) return { ...base, ...answer, status: "delivered", duration_ms };
  const now = ctx.now();
  const delay = delayMs(base.attempts, Date.parse(now) - Date.parse(due.delivery_created_at));
  return {
    ...base,
    ...answer,
    duration_ms,
    status: delay === null ? "failed" : "pending",
    next_attempt_at: delay === null ? null : plusMs(now, delay),
    isGone: answer.response_status === GONE,
  };
}

const NOTHING = { response_status: null, duration_ms: null };
