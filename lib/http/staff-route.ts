import type { z } from "zod";
import { isSamePage, type StaffSession, staffSession, staffTokenOf } from "@/lib/identity/auth";
import { iso, systemClock } from "@/lib/platform/clock";
import { AppError, type ErrorDetail } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { requireTrustedHost } from "@/lib/platform/trusted-host";
import { addressOf } from "./address";
import { admitAddress } from "./admission";
import { answer, answerError, type Exchange } from "./answer";
import { baseHeaders } from "./base-headers";
import { checkLength, MAX_BODY, readJson } from "./body";
import { check, checkParams, refuse } from "./parse";
import type { Handler, RouteContext, Spec } from "./spec";

type Shape = z.ZodType | undefined;
type Out<S extends Shape> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** What a verb of the staff's own pages is given. */
export type StaffRequest = {
  /** Null for who has not signed in, on a route that is `open`. */
  session: StaffSession | null;
  token: string;
  requestId: string;
  address: string | null;
  now: string;
  /** Sets the session's cookie. */
  setCookie(text: string): void;
};

type StaffSpec<P extends Shape, B extends Shape, R extends Shape> = Pick<Spec, "summary" | "status"> & {
  /** Also for who has not signed in. */
  open?: true;
  params?: P;
  body?: B;
  response?: R;
};
type Verb<P extends Shape, B extends Shape, R extends Shape> = (
  asked: StaffRequest,
  input: { params: Out<P>; body: Out<B> },
) => Promise<R extends z.ZodType ? z.input<R> : undefined>;

/**
 * A route of the staff's own pages, outside every workspace: size → address's window → origin → session → path, body →
 * verb. Who is not of the staff is told that there is nothing.
 */
export function staffRoute<
  P extends Shape = undefined,
  B extends Shape = undefined,
  R extends Shape = undefined,
>(given: StaffSpec<P, B, R>, verb: Verb<P, B, R>): Handler {
  const { open = false, ...rest } = given;
  const spec: Spec = { ...(rest as Pick<Spec, "summary">), can: null, staff: true, internal: true };
  const run = async (exchange: Exchange, context: RouteContext): Promise<Response> => {
    const { request, headers, requestId } = exchange;
    checkLength(request, MAX_BODY);
    requireTrustedHost(request);
    const now = iso(systemClock.now());
    const session = await staffSession(request, now);
    if (session === null) await admitAddress(request, "address", headers);
    if (request.method !== "GET" && !isSamePage(request))
      throw new AppError("forbidden", "This came from another site. Use Parley's own pages.");
    if (session === null && !open) throw new AppError("invalid_api_key", "Sign in as staff.");
    const problems: ErrorDetail[] = [];
    const params = spec.params === undefined ? {} : checkParams(spec.params, await context.params);
    const sent = spec.body === undefined ? {} : (await readJson(request, MAX_BODY)).value;
    const body = spec.body === undefined ? {} : check(spec.body, "body", sent, problems);
    refuse(problems);
    const asked: StaffRequest = {
      session,
      token: staffTokenOf(request) ?? "",
      requestId,
      address: addressOf(request),
      now,
      setCookie: (text) => headers.append("Set-Cookie", text),
    };
    const input = { params: params as Out<P>, body: body as Out<B> };
    return answer(exchange, await verb(asked, input));
  };
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = newId("req");
    const headers = baseHeaders(requestId);
    const exchange: Exchange = { spec, request, requestId, headers, principal: null, slot: null };
    return run(exchange, context).catch((thrown) => answerError(exchange, thrown));
  };
  return Object.assign(handler, { spec });
}

/** The session of a route that is not open. */
export function signedIn({ session, ...asked }: StaffRequest): StaffRequest & { session: StaffSession } {
  if (session === null) throw new AppError("invalid_api_key", "Sign in as staff.");
  return { ...asked, session };
}
