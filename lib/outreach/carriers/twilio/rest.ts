import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type { PlaceAnswer } from "@/lib/outreach/dialing";
import { EgressError, type HttpClient } from "@/lib/platform/egress";
import { providerFailures } from "@/lib/platform/provider-failures";
import { withSpan } from "@/lib/platform/telemetry";

/** Twilio answers within a second or two. A slower request may have taken effect. */
const TIMEOUT_MS = 10_000;
/** A response is one resource as JSON, or a short page of them. */
const MAX_BYTES = 256 * 1_024;

export type HttpFetcher = Pick<HttpClient, "fetch">;
const Problem = z.object({ code: z.number().nullish() });
const Created = z.object({ sid: z.string() });

/** Twilio's error codes for numbers that cannot be reached. Source: twilio.com/docs/api/errors. */
const INVALID = new Set([13223, 13224, 21211, 21214, 21217, 21401, 21421, 21614]);
const UNREACHABLE = new Set([13227, 21215, 21216, 21408, 21612, 30003, 30005, 30006]);
/** The number has texted STOP to Twilio: "Attempt to send to unsubscribed recipient". */
export const UNSUBSCRIBED = 21610;

function refusalOf(code: number | null | undefined): PlaceAnswer {
  if (code === UNSUBSCRIBED) return { at: "refused", kind: "unsubscribed" };
  if (code && INVALID.has(code)) return { at: "refused", kind: "invalid_number" };
  if (code && UNREACHABLE.has(code)) return { at: "refused", kind: "unreachable" };
  return { at: "refused", kind: "not_allowed" };
}

/** Errors before a connection was established: nothing can have been sent. */
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

function causeCode(error: unknown): string | null {
  let cause: unknown = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth++, cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && NEVER_CONNECTED.has(code)) return code;
  }
  return null;
}

/** The answer to a failed request: certainly nothing happened, or the result is unknown. */
function answerForError(error: unknown): PlaceAnswer {
  if (error instanceof EgressError && (error.code === "refused_address" || error.code === "bad_url"))
    return { at: "unavailable" };
  return causeCode(error) === null ? { at: "unknown" } : { at: "unavailable" };
}

/** Parses a response's JSON by a schema. Returns null if it does not match. */
export const parseJson = async <T>(schema: z.ZodType<T>, response: Response): Promise<T | null> => {
  const body: unknown = await response.json().catch(() => null);
  const result = schema.safeParse(body);
  return result.success ? result.data : null;
};

/** Reads the error code of a response. Returns null if there is none. */
export const readProblemCode = async (response: Response): Promise<number | null> =>
  (await parseJson(Problem, response))?.code ?? null;

const secondsOf = (header: string | null): number | null => {
  const seconds = Number(header ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
};

async function readAnswer(response: Response, sid: RegExp): Promise<PlaceAnswer> {
  const { status } = response;
  if (status === 429) {
    const afterS = secondsOf(response.headers.get("retry-after"));
    return { at: "retry_later", ...(afterS !== null && { afterS }) };
  }
  // Twilio may still have accepted it.
  if (status >= 500) return { at: "unknown" };
  if (status === 401 || status === 403) return { at: "unavailable" };
  if (status >= 400) return refusalOf(await readProblemCode(response));
  const resource = await parseJson(Created, response);
  return resource !== null && sid.test(resource.sid)
    ? { at: "placed", ref: resource.sid }
    : { at: "unknown" };
}

/** Requests a path below an account: a POST with a form, a GET without. Throws `EgressError`. */
export const requestTwilio = (
  httpClient: HttpFetcher,
  account: CarrierAccount,
  path: string,
  form?: URLSearchParams,
) => requestTwilioAt(httpClient, account, `/${path}`, form);

/** Like `requestTwilio`, with a suffix that directly follows the account's SID. */
export function requestTwilioAt(
  httpClient: HttpFetcher,
  { accountSid, authToken, baseUrl }: CarrierAccount,
  suffix: string,
  form?: URLSearchParams,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  const request = () =>
    httpClient.fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}${suffix}`, {
      ...(form === undefined
        ? { method: "GET", headers: { authorization } }
        : {
            method: "POST",
            headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
            body: form.toString(),
          }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  const attributes = { "parley.provider.part": "telephone", "parley.provider.kind": "twilio" };
  return withSpan("request carrier", { attributes }, request);
}

/** Creates a resource at Twilio whose SID matches `sid`. It never throws for a failure of Twilio. */
export async function createResource(
  httpClient: HttpFetcher,
  account: CarrierAccount,
  path: string,
  form: URLSearchParams,
  sid: RegExp,
): Promise<PlaceAnswer> {
  const answer = await requestTwilio(httpClient, account, path, form)
    .then((response) => readAnswer(response, sid))
    .catch(answerForError);
  // A rejection concerns the number or the account and is not a provider failure.
  if (answer.at !== "placed" && answer.at !== "refused")
    providerFailures.count({ part: "telephone", provider: "twilio", kind: answer.at });
  return answer;
}
