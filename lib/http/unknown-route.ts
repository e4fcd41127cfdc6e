import { AppError, notFound } from "@/lib/platform/errors";
import { annotateSpan } from "@/lib/platform/telemetry";
import { admitAddress } from "./admission";
import { baseHeaders } from "./base-headers";
import { newRequestId } from "./new-request-id";
import { isApi, type PathMatch, pathFinder } from "./paths";
import { paths } from "./paths.gen";
import { asAppError, logFailure, problemResponse } from "./problem";
import type { Method } from "./spec";

/** HEAD is GET without its body, so a path with one has the other. */
const allowedMethods = (methods: readonly Method[]): string[] =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** Whether this path supports the request's method. */
export const isMethodAllowed = (match: PathMatch, method: string): boolean =>
  allowedMethods(match.methods).includes(method);

/**
 * The response to an unknown path (404), or an unsupported method (405 with `Allow`; there is no CORS, so
 * OPTIONS is unsupported). It counts in the address's window, so that scanning paths soon returns 429.
 */
export async function rejectUnknownRoute(request: Request, match: PathMatch | null): Promise<Response> {
  const requestId = newRequestId();
  const headers = baseHeaders(requestId);
  try {
    await admitAddress(request, "address", headers);
    if (match === null) throw notFound();
    const allow = allowedMethods(match.methods).join(", ");
    headers.set("Allow", allow);
    throw new AppError("method_not_allowed", { params: { methods: allow } });
  } catch (cause) {
    const error = asAppError(cause);
    annotateSpan({ "parley.reason": error.reason, "error.type": error.code });
    logFailure(error, requestId, "no route");
    return problemResponse(error, requestId, headers);
  }
}

const find = pathFinder(paths);

/**
 * For a host with its own routing (Next, in proxy.ts): the rejection of a request to `/v1` without a handler,
 * or null for other requests.
 */
export async function rejectionOf(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!isApi(pathname)) return null;
  const match = find(pathname);
  return match !== null && isMethodAllowed(match, request.method) ? null : rejectUnknownRoute(request, match);
}
