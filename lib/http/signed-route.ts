import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { SignedRequest } from "@/lib/platform/signed-request";
import { admitAddress } from "./admission";
import { baseHeaders } from "./base-headers";
import { checkBodyHeaders, MAX_BODY, readForm } from "./body";
import { newRequestId } from "./new-request-id";
import { type Exchange, respondWithError } from "./respond";
import type { Handler, RouteContext, Spec } from "./spec";

type SignedSpec<P extends z.ZodType> = Pick<Spec, "summary" | "description"> & { params: P };
type Verbs<P, Who> = {
  /** Identifies the signer; null if the signature is invalid. */
  admit(request: SignedRequest, params: P): Promise<Who | null>;
  /** Returns XML, or nothing. */
  verb(signer: Who, request: SignedRequest): Promise<string | undefined>;
};

/** The same message for a wrong signature and an unknown path, so that the path reveals nothing. */
const forbidden = () => new AppError("signature_invalid");

/**
 * A route for a service that signs its requests and uses neither keys nor JSON: size → form → signature →
 * verb. As with keys, only unsigned requests count in the address's window, as a carrier sends from few
 * addresses.
 */
export function signedRoute<P extends z.ZodType, Who>(
  definition: SignedSpec<P>,
  { admit, verb }: Verbs<z.output<P>, Who>,
): Handler {
  const spec: Spec = { ...definition, capability: null, signed: true, internal: true };
  const run = async ({ request, headers }: Exchange, context: RouteContext): Promise<Response> => {
    checkBodyHeaders(request, MAX_BODY);
    const { pathname, search, searchParams } = new URL(request.url);
    const signed: SignedRequest = {
      path: `${pathname}${search}`,
      query: searchParams,
      header: (name) => request.headers.get(name),
      form: await readForm(request, MAX_BODY),
    };
    const params = definition.params.safeParse(await context.params);
    const signer = params.success ? await admit(signed, params.data) : null;
    if (signer === null) {
      await admitAddress(request, "address", headers);
      throw forbidden();
    }
    const xml = await verb(signer, signed);
    if (xml === undefined) return new Response(null, { status: 204, headers });
    headers.set("Content-Type", "text/xml");
    return new Response(xml, { status: 200, headers });
  };
  const handler = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = newRequestId();
    const headers = baseHeaders(requestId);
    const { signal } = request;
    const exchange: Exchange = { spec, request, requestId, headers, signal, principal: null, slot: null };
    const response = await run(exchange, context).catch((error) => respondWithError(exchange, error));
    log.debug({ requestId, method: request.method, route: spec.summary, status: response.status }, "request");
    return response;
  };
  return Object.assign(handler, { spec });
}
