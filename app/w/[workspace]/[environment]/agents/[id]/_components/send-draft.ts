import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Agent } from "@/lib/agents/agents/schema";
import type { Changes } from "./draft-changes";

/** The request is repeated after this time, as a draft that is never answered would never be saved. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Browsers limit the bodies of requests that outlive their page to 64 KiB (Fetch, "keepalive"). */
const MAX_KEEPALIVE_BYTES = 60_000;

export type SendResult = { agent: Agent } | { error: ApiError };

const isConflict = (error: ApiError): boolean => error.code === "precondition_failed";
const unreachable = () => new ApiError("The request timed out.", { code: "unreachable", params: {} });

type Request = { id: string; body: Changes; ifMatch: string; isLeaving: boolean };

/** Sends changes of an agent. A conflict is thrown; other failures are returned. */
export async function sendDraft({ id, body, ifMatch, isLeaving }: Request): Promise<SendResult> {
  const size = new Blob([JSON.stringify(body)]).size;
  try {
    const agent = await api.patch("/v1/agents/:id", {
      params: { id },
      body,
      ifMatch,
      keepalive: isLeaving && size <= MAX_KEEPALIVE_BYTES,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { agent };
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return { error: unreachable() };
    if (!(error instanceof ApiError) || isConflict(error)) throw error;
    return { error };
  }
}

/** Whether the same request can succeed later without an action of the member. */
export const isTemporary = ({ code, status }: ApiError): boolean =>
  code === "unreachable" || code === "offline" || status === 429 || status >= 500;
