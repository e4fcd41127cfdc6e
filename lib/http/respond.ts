import type { z } from "zod";
import { isStillAuthorized, type Principal } from "@/lib/identity/auth";
import type { StreamSlot } from "@/lib/platform/limits";
import { annotateSpan } from "@/lib/platform/telemetry";
import { addressOf } from "./address";
import { EventStream, streamBody } from "./event-stream";
import { FileResponse, fileResponse } from "./file-response";
import { entityTag } from "./if-match";
import { isStillUnlocked } from "./locked";
import { asAppError, logFailure, problemOf, problemResponse } from "./problem";
import type { Spec } from "./spec";

/** State of one request: its ID, the headers of its response (also of an error), and its sender. */
export type Exchange = {
  spec: Spec;
  readonly request: Request;
  readonly requestId: string;
  readonly headers: Headers;
  /** Aborted when the client disconnects, or at the deadline of the request. */
  signal: AbortSignal;
  principal: Principal | null;
  /** Whether a stream's reader still has access, where no principal tells. */
  mayRead?: () => Promise<boolean>;
  /** The stream slot of this request, until the stream owns it. */
  slot: StreamSlot | null;
};

/**
 * Filters a result by the response schema, which is an allow list. (lib/masking has already masked spoken
 * values.)
 */
export const presentResult = (schema: z.ZodType | undefined, result: unknown): unknown =>
  schema?.parse(result);

function stream(exchange: Exchange, events: EventStream): Response {
  const { spec, request, requestId, headers, principal, mayRead, slot } = exchange;
  exchange.slot = null;
  headers.set("Content-Type", "text/event-stream");
  // nginx would otherwise buffer the events.
  headers.set("X-Accel-Buffering", "no");
  const body = streamBody(events, {
    present: (event) => ({ ...event, data: presentResult(spec.events?.[event.event], event.data) }),
    failed: (cause) => {
      const error = asAppError(cause);
      logFailure(error, requestId, spec.summary);
      return { event: "error", data: problemOf(error, requestId) };
    },
    mayRead: async () =>
      principal === null
        ? ((await mayRead?.()) ?? true)
        : (await isStillUnlocked(spec, principal.workspaceId)) &&
          (await isStillAuthorized(request, principal, { address: addressOf(request) })),
    client: request.signal,
    closed: () => slot?.release(),
  });
  return new Response(body, { status: 200, headers });
}

const ACCEPTED = 202;

/** The status of a verb's result. */
export const statusOf = ({ status = 200, isAsync }: Spec, result: unknown): number =>
  isAsync?.(result as never) === true ? ACCEPTED : status;

/** The response for a verb's result: JSON, none (204), or a stream. */
export function respond(
  exchange: Exchange,
  result: unknown,
  status: number = statusOf(exchange.spec, result),
): Response {
  const { spec, headers } = exchange;
  if (result instanceof EventStream) return stream(exchange, result);
  if (result instanceof FileResponse)
    return fileResponse(result, exchange.request.headers.get("range"), headers);
  if (status === 204) return new Response(null, { status, headers });
  const presented = presentResult(spec.response, result);
  if ((status === 201 || status === ACCEPTED) && spec.location !== undefined)
    headers.set("Location", spec.location(presented as never));
  if (spec.etag !== undefined) headers.set("ETag", entityTag(spec.etag(presented as never)));
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(presented), { status, headers });
}

/** The response for an error, logged if it is internal. */
export function respondWithError({ spec, requestId, headers }: Exchange, cause: unknown): Response {
  const error = asAppError(cause);
  annotateSpan({ "parley.reason": error.reason, "error.type": error.code });
  logFailure(error, requestId, spec.summary);
  return problemResponse(error, requestId, headers);
}
