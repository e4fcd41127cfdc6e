import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { admitAddress } from "./admission";
import { answerError, type Exchange } from "./answer";
import { baseHeaders } from "./base-headers";
import { checkLength, MAX_BODY, readForm } from "./body";
import type { Handler, RouteContext, Spec } from "./spec";

type SignedSpec<P extends z.ZodType> = Pick<Spec, "summary" | "description"> & { params: P };
type Verbs<P, Who> = {
  /** Who signed it; null where nobody did whom the path names. */
  admit(request: SignedRequest, params: P): Promise<Who | null>;
  /** Answers XML, or nothing. */
  verb(who: Who, request: SignedRequest): Promise<string | undefined>;
};

/** The same words whether the signature is wrong or nobody could have signed: the path tells nothing. */
const refused = () => new AppError("forbidden", "The signature is not valid.");

/**
 * A route for a service that signs what it sends and knows neither keys nor JSON: size → form → signature → verb. As
 * with keys, only what nobody has signed counts in its address's window; a carrier's news come from few addresses.
 */
export function signedRoute<P extends z.ZodType, Who>(
  given: SignedSpec<P>,
  { admit, verb }: Verbs<z.output<P>, Who>,
): Handler {
  const spec: Spec = { ...given, can: null, signed: true, internal: true };
  const run = async ({ request, headers }: Exchange, context: RouteContext): Promise<Response> => {
    checkLength(request, MAX_BODY);
    const { pathname, search, searchParams } = new URL(request.url);
    const signed: SignedRequest = {
      path: `${pathname}${search}`,
      query: searchParams,
      header: (name) => request.headers.get(name),
      form: await readForm(request, MAX_BODY),
    };
    const params = given.params.safeParse(await context.params);
    const who = params.success ? await admit(signed, params.data) : null;
    if (who === null) {
      await admitAddress(request, "address", headers);
      throw refused();
    }
    const xml = await verb(who, signed);
    if (xml === undefined) return new Response(null, { status: 204, headers });
    headers.set("Content-Type", "text/xml");
    return new Response(xml, { status: 200, headers });
  };
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = newId("req");
    const headers = baseHeaders(requestId);
    const exchange: Exchange = { spec, request, requestId, headers, principal: null, slot: null };
    const response = await run(exchange, context).catch((thrown) => answerError(exchange, thrown));
    log.debug({ requestId, method: request.method, route: spec.summary, status: response.status }, "request");
    return response;
  };
  return Object.assign(handler, { spec });
}
