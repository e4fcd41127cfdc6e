import { z } from "zod";
import type { CarrierAccount } from "@/lib/agents/integrations";
import type { PlaceAnswer } from "@/lib/outreach/dialing";
import { type Egress, EgressError } from "@/lib/platform/egress";
import { providerFailures } from "@/lib/platform/provider-failures";

/** Twilio answers within a second or two; what takes longer may have happened. */
const TIMEOUT_MS = 10_000;
/** An answer is one resource as JSON, or a short page of them. */
const MAX_BYTES = 256 * 1_024;

export type Out = Pick<Egress, "fetch">;
const Problem = z.object({ code: z.number().nullish() });
const Placed = z.object({ sid: z.string() });

/** Twilio's codes for what will not do, now or ever. Source: twilio.com/docs/api/errors. */
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

/** Errors of a connection that never stood: nothing can have been sent. */
const NEVER = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

function causeCode(error: unknown): string | null {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && NEVER.has(code)) return code;
  }
  return null;
}

/** What a failed exchange says: certainly nothing happened, or nobody knows. */
function lost(error: unknown): PlaceAnswer {
  if (error instanceof EgressError && (error.code === "refused_address" || error.code === "bad_url"))
    return { at: "unavailable" };
  return causeCode(error) === null ? { at: "unknown" } : { at: "unavailable" };
}

/** An answer's JSON by a schema; null where it is none. */
export const parsed = async <T>(schema: z.ZodType<T>, response: Response): Promise<T | null> => {
  const body: unknown = await response.json().catch(() => null);
  const result = schema.safeParse(body);
  return result.success ? result.data : null;
};

/** The code of a problem; null where it names none. */
export const problemCode = async (response: Response): Promise<number | null> =>
  (await parsed(Problem, response))?.code ?? null;

const secondsOf = (header: string | null): number | null => {
  const seconds = Number(header ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
};

async function answerOf(response: Response, sid: RegExp): Promise<PlaceAnswer> {
  const { status } = response;
  if (status === 429) {
    const afterS = secondsOf(response.headers.get("retry-after"));
    return { at: "retry_later", ...(afterS !== null && { afterS }) };
  }
  // It may have been taken all the same.
  if (status >= 500) return { at: "unknown" };
  if (status === 401 || status === 403) return { at: "unavailable" };
  if (status >= 400) return refusalOf(await problemCode(response));
  const made = await parsed(Placed, response);
  return made !== null && sid.test(made.sid) ? { at: "placed", ref: made.sid } : { at: "unknown" };
}

/** Asks something of an account: `path` below it, a form to post or nothing to read. Throws `EgressError`. */
export const ask = (out: Out, account: CarrierAccount, path: string, form?: URLSearchParams) =>
  askAt(out, account, `/${path}`, form);

/** As `ask`, with what follows the account's own name as it is. */
export function askAt(
  out: Out,
  { accountSid, authToken, baseUrl }: CarrierAccount,
  rest: string,
  form?: URLSearchParams,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  return out.fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}${rest}`, {
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
}

/** Asks Twilio to make something whose name is like `sid`. It throws for nothing that Twilio does. */
export async function make(
  out: Out,
  account: CarrierAccount,
  path: string,
  form: URLSearchParams,
  sid: RegExp,
): Promise<PlaceAnswer> {
  const answer = await ask(out, account, path, form)
    .then((response) => answerOf(response, sid))
    .catch(lost);
  // What it refuses is a matter of the number or the account, and no failure.
  if (answer.at !== "placed" && answer.at !== "refused")
    providerFailures.count({ part: "telephone", provider: "twilio", kind: answer.at });
  return answer;
}
