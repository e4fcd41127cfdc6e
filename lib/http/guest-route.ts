import type { z } from "zod";
import { isSameOrigin } from "@/lib/identity/auth";
import { type Clock, iso, systemClock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { requireTrustedHost } from "@/lib/platform/trusted-host";
import { addressOf } from "./address";
import { admitAddress } from "./admission";
import { baseHeaders } from "./base-headers";
import { checkBodyHeaders, MAX_BODY } from "./body";
import { parse } from "./input";
import { newRequestId } from "./new-request-id";
import { type Exchange, respond, respondWithError } from "./respond";
import type { RouteContext, RouteTypes, Spec, TypedHandler } from "./spec";

/** A client without a session, known only by address. */
type Guest = {
  readonly requestId: string;
  readonly address: string | null;
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
};

type GuestSpec<B extends z.ZodType, R extends z.ZodType | undefined> = Pick<Spec, "summary" | "status"> & {
  body: B;
  response?: R;
};

/**
 * A route for clients without a session, only for this site's pages: size → origin → address's window → body
 * → verb. Secrets (a link's token, a password) are in the body, and the verb counts attempts.
 */
export function guestRoute<B extends z.ZodType, R extends z.ZodType | undefined = undefined>(
  definition: GuestSpec<B, R>,
  verb: (guest: Guest, body: z.output<B>) => Promise<R extends z.ZodType ? z.input<R> : undefined>,
  clock: Clock = systemClock,
): TypedHandler<RouteTypes<undefined, undefined, B, R>> {
  const spec: Spec = {
    ...(definition as Pick<Spec, "summary">),
    capability: null,
    guest: true,
    internal: true,
  };
  const run = async (exchange: Exchange, context: RouteContext): Promise<Response> => {
    const { request, headers, requestId } = exchange;
    checkBodyHeaders(request, MAX_BODY);
    await admitAddress(request, "address", headers);
    requireTrustedHost(request);
    if (!isSameOrigin(request)) throw new AppError("parley_pages_needed");
    const { input } = await parse(exchange, context);
    const guest = { requestId, address: addressOf(request), now: () => iso(clock.now()) };
    return respond(exchange, await verb(guest, input.body as z.output<B>));
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
