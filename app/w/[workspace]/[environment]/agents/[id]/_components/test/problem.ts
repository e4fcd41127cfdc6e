import type { ApiError } from "@/components/api-error";
import { fullProblemText } from "@/components/problem-text";
import type { Translator } from "@/messages/translator";

/** The parts of an `ApiError` that its text depends on. */
export type RequestError = Pick<ApiError, "code" | "message" | "params" | "details">;

/** A failed request. `delivery`: whether the message that it sent is back in the field, or was received by the agent. */
export type ChatProblem = { delivery: "returned" | "received" | "none"; error: RequestError };

const RETURNED = [
  "unreachable",
  "in_progress",
  "invalid_state",
  "not_found",
  "rate_limited",
  "unavailable",
] as const;
const RECEIVED = ["unreachable", "invalid_state", "not_found"] as const;

/** The text of a failed request: what happened, and what to do with the message. */
export function chatProblemText(
  t: Translator<"agents">,
  tErrors: Translator<"errors">,
  { delivery, error }: ChatProblem,
): string {
  const problem = fullProblemText(tErrors, error);
  const requestCode = error.code === "offline" ? "unreachable" : error.code;
  if (delivery === "returned") {
    const code = RETURNED.find((candidate) => candidate === requestCode);
    return code === undefined ? t("messageReturned.unknown", { problem }) : t(`messageReturned.${code}`);
  }
  const code = RECEIVED.find((candidate) => candidate === requestCode);
  return delivery === "none" || code === undefined ? problem : t(`messageReceived.${code}`);
}
