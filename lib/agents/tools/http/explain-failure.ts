import { describeTokenError, TokenError } from "@/lib/agents/providers";
import { EgressError } from "@/lib/platform/egress";
import { ArgumentError } from "./template";
import { createToolError, TOOL_ERRORS, type ToolError } from "./tool-error";

const OF_EGRESS = {
  timeout: "timeout",
  refused_address: "refused_address",
  network: "unreachable",
  too_large: "invalid_answer",
  redirect: "invalid_answer",
  bad_url: "invalid_answer",
  not_encrypted: "refused_address",
} as const;

const tokenFailure = (error: TokenError): ToolError => ({
  code: TOOL_ERRORS[error.reason].code,
  reason: error.reason,
  ...describeTokenError(error),
});

/** Returns the tool's error for what an exchange has thrown. */
export function explainFailure(error: unknown, signal: AbortSignal | undefined): ToolError {
  if (error instanceof ArgumentError) return createToolError("argument_misplaced", { name: error.parameter });
  if (signal?.aborted) return createToolError("canceled");
  if (error instanceof TokenError) return tokenFailure(error);
  return createToolError(error instanceof EgressError ? OF_EGRESS[error.code] : "invalid_answer");
}
