import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, PROBLEMS } from "@/lib/platform/errors";
import { type Priority, refuseIfCrowded, takePlace } from "@/lib/platform/overload";
import { annotateSpan } from "@/lib/platform/telemetry";
import { baseHeaders } from "./base-headers";
import { newRequestId } from "./new-request-id";
import { problemResponse, writeProblem } from "./problem";
import type { Handler, Spec } from "./spec";
import { withEnd } from "./streams";

/** The connection of a larger body is closed by its handler instead of reading the whole body. */
const MAX_UNREAD_BYTES = 65_536;

/**
 * Whether overload never refuses requests of this route: those of carriers, of people who sign in, and of staff. They are few, and a
 * carrier does not repeat its requests.
 */
const isAlwaysAdmitted = ({ signed, guest, staff }: Spec): boolean =>
  signed === true || guest === true || staff === true;

/** A request without a key or session is not urgent on any path. */
const priorityOf = ({ priority = "normal" }: Spec, isIdentified: boolean): Priority =>
  isIdentified ? priority : "bulk";

const isEventStream = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/**
 * Answers a request with 503 and returns this status if too many wait already; returns null otherwise. The request is neither
 * converted nor read, which takes most of the time of a refusal.
 */
export function refuseEarly(
  { spec }: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): number | null {
  if (isAlwaysAdmitted(spec)) return null;
  const { authorization, cookie, "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  if (encoding !== undefined || Number(length ?? 0) > MAX_UNREAD_BYTES) return null;
  const error = refuseIfCrowded(priorityOf(spec, authorization !== undefined || cookie !== undefined));
  if (error === null) return null;
  const requestId = newRequestId();
  writeProblem(error, requestId, baseHeaders(requestId), outgoing);
  return PROBLEMS[error.code].status;
}

/** Waits for a request's place and answers it, or refuses it with 503. The place is free when the work has ended. */
export async function answerUnlessOverloaded(
  { spec }: Handler,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (isAlwaysAdmitted(spec)) return answer();
  const isIdentified = request.headers.has("authorization") || request.headers.has("cookie");
  let free: () => void;
  try {
    free = await takePlace(priorityOf(spec, isIdentified), request.signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    annotateSpan({ "parley.reason": error.reason, "error.type": error.code });
    const requestId = newRequestId();
    return problemResponse(error, requestId, baseHeaders(requestId));
  }
  try {
    const response = await answer();
    // The work of a POST continues while its answer is streamed.
    if (request.method === "POST" && isEventStream(response)) return withEnd(response, free);
    free();
    return response;
  } catch (error) {
    free();
    throw error;
  }
}
