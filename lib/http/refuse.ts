import { AppError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { admitAddress } from "./admission";
import { baseHeaders } from "./base-headers";
import { isApi, type PathMatch, pathFinder } from "./paths";
import { paths } from "./paths.gen";
import { asAppError, logFailure, problemResponse } from "./problem";
import type { Method } from "./spec";

/** HEAD is GET without its body, so a path that has the one has the other. */
const allowed = (methods: readonly Method[]): string[] =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

/** Whether a method of the request can be answered at this path. */
export const answers = (match: PathMatch, method: string): boolean => allowed(match.methods).includes(method);

/**
 * The answer to a path that does not exist (404), or a method that it has not (405 with `Allow`; there is no CORS, so
 * OPTIONS is such a one). It counts in the address's window, so that whoever looks for paths soon gets 429.
 */
export async function refuse(request: Request, match: PathMatch | null): Promise<Response> {
  const requestId = newId("req");
  const headers = baseHeaders(requestId);
  try {
    await admitAddress(request, "address", headers);
    if (match === null) throw notFound();
    const allow = allowed(match.methods).join(", ");
    headers.set("Allow", allow);
    throw new AppError("method_not_allowed", `This path answers to ${allow}.`);
  } catch (thrown) {
    const error = asAppError(thrown);
    logFailure(error, requestId, "no route");
    return problemResponse(error, requestId, headers);
  }
}

const find = pathFinder(paths);

/**
 * For a host that finds handlers by itself (Next, in proxy.ts): the refusal of a request to `/v1` that has no handler,
 * or null where it has one, or is no request to `/v1`.
 */
export async function refusal(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!isApi(pathname)) return null;
  const match = find(pathname);
  return match !== null && answers(match, request.method) ? null : refuse(request, match);
}
