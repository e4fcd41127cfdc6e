import type { z } from "zod";
import { isSameOrigin, readStaffSession, readStaffToken, type StaffSession } from "@/lib/identity/auth";
import { iso, systemClock } from "@/lib/platform/clock";
import { AppError, type ErrorDetail } from "@/lib/platform/errors";
import { requireTrustedHost } from "@/lib/platform/trusted-host";
import { addressOf } from "./address";
import { admitAddress } from "./admission";
import { baseHeaders } from "./base-headers";
import { checkBodyHeaders, MAX_BODY, readJson } from "./body";
import { newRequestId } from "./new-request-id";
import { checkParams, checkPart, throwProblems } from "./parse";
import { type Exchange, respond, respondWithError } from "./respond";
import type { RouteContext, RouteTypes, Spec, TypedHandler } from "./spec";

type Shape = z.ZodType | undefined;
type Parsed<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** The input of a verb of the staff pages. */
export type StaffRequest = {
  /** Null for a client without a session, on an `open` route. */
  session: StaffSession | null;
  token: string;
  requestId: string;
  address: string | null;
  now: string;
  /** Sets the session's cookie. */
  setCookie(text: string): void;
};

type StaffSpec<P extends Shape, B extends Shape, R extends Shape> = Pick<Spec, "summary" | "status"> & {
  /** Also for clients without a session. */
  open?: true;
  params?: P;
  body?: B;
  response?: R;
};
type Verb<P extends Shape, B extends Shape, R extends Shape> = (
  staffRequest: StaffRequest,
  input: { params: Parsed<P>; body: Parsed<B> },
) => Promise<R extends z.ZodType ? z.input<R> : undefined>;

/**
 * A route of the staff pages, outside every workspace: size → address's window → origin → session → path,
 * body → verb. Returns 404 to everyone except staff.
 */
export function staffRoute<
  P extends Shape = undefined,
  B extends Shape = undefined,
  R extends Shape = undefined,
>(definition: StaffSpec<P, B, R>, verb: Verb<P, B, R>): TypedHandler<RouteTypes<P, undefined, B, R>> {
  const { open = false, ...specification } = definition;
  const spec: Spec = {
    ...(specification as Pick<Spec, "summary">),
    capability: null,
    staff: true,
    internal: true,
  };
  const run = async (exchange: Exchange, context: RouteContext): Promise<Response> => {
    const { request, headers, requestId } = exchange;
    checkBodyHeaders(request, MAX_BODY);
    requireTrustedHost(request);
    const now = iso(systemClock.now());
    const session = await readStaffSession(request, now);
    if (session === null) await admitAddress(request, "address", headers);
    if (request.method !== "GET" && !isSameOrigin(request)) throw new AppError("parley_pages_needed");
    if (session === null && !open) throw new AppError("staff_sign_in_needed");
    const problems: ErrorDetail[] = [];
    const params = spec.params === undefined ? {} : checkParams(spec.params, await context.params);
    const sent = spec.body === undefined ? {} : (await readJson(request, MAX_BODY)).value;
    const body = spec.body === undefined ? {} : checkPart(spec.body, "body", sent, problems);
    throwProblems(problems);
    const staffRequest: StaffRequest = {
      session,
      token: readStaffToken(request) ?? "",
      requestId,
      address: addressOf(request),
      now,
      setCookie: (text) => headers.append("Set-Cookie", text),
    };
    const input = { params: params as Parsed<P>, body: body as Parsed<B> };
    return respond(exchange, await verb(staffRequest, input));
  };
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = newRequestId();
    const headers = baseHeaders(requestId);
    const { signal } = request;
    const exchange: Exchange = { spec, request, requestId, headers, signal, principal: null, slot: null };
    return run(exchange, context).catch((error) => respondWithError(exchange, error));
  };
  return Object.assign(handler, { spec });
}

/** The request with its session, on a route that is not open. */
export function signedIn({
  session,
  ...staffRequest
}: StaffRequest): StaffRequest & { session: StaffSession } {
  if (session === null) throw new AppError("staff_sign_in_needed");
  return { ...staffRequest, session };
}
