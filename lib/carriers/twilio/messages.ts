import { z } from "zod";
import type { PlaceAnswer, TextRequest } from "@/lib/dialing";
import { type Egress, EgressError } from "@/lib/egress";
import type { CarrierAccount } from "@/lib/integrations";

/** Twilio answers within a second or two; what takes longer may have happened. */
const TIMEOUT_MS = 10_000;
/** An answer is one message as JSON. */
const MAX_BYTES = 64 * 1_024;

const Message = z.object({ sid: z.string().regex(/^(?:SM|MM)[0-9a-fA-F]{32}$/) });
const Problem = z.object({ code: z.number().nullish() });

/** Twilio's codes for what will not do, now or ever. Source: twilio.com/docs/api/errors. */
const INVALID = new Set([21211, 21214, 21217, 21401, 21421, 21614]);
const UNREACHABLE = new Set([21408, 21612, 30003, 30005, 30006]);
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

const parsed = async <T>(schema: z.ZodType<T>, response: Response): Promise<T | null> => {
  const body: unknown = await response.json().catch(() => null);
  const result = schema.safeParse(body);
  return result.success ? result.data : null;
};

const secondsOf = (header: string | null): number | null => {
  const seconds = Number(header ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
};

async function answerOf(response: Response): Promise<PlaceAnswer> {
  const { status } = response;
  if (status === 429) {
    const afterS = secondsOf(response.headers.get("retry-after"));
    return { at: "retry_later", ...(afterS !== null && { afterS }) };
  }
  // It may have been taken all the same.
  if (status >= 500) return { at: "unknown" };
  if (status === 401 || status === 403) return { at: "unavailable" };
  if (status >= 400) return refusalOf((await parsed(Problem, response))?.code);
  const message = await parsed(Message, response);
  return message === null ? { at: "unknown" } : { at: "placed", ref: message.sid };
}

/**
 * Asks Twilio to send one text. The callback's address names our text, so that its news find it also where this answer
 * is lost. It throws for nothing that Twilio does. Source: twilio.com/docs/messaging/api/message-resource.
 */
export async function createMessage(
  egress: Pick<Egress, "fetch">,
  { accountSid, authToken, baseUrl }: CarrierAccount,
  { to, body }: TextRequest,
  { from, callback }: { from: string; callback: string },
): Promise<PlaceAnswer> {
  const form = new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: callback });
  try {
    const response = await egress.fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: form.toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return await answerOf(response);
  } catch (error) {
    return lost(error);
  }
}
