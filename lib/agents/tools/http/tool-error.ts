import { TOKEN_MESSAGES } from "@/lib/agents/providers";
import { type DetailReasons, type PlaceholderOf, writeSentence } from "@/lib/platform/reasons/reason-table";

/**
 * Errors of tools: code and sentence by reason. The model reads the sentences. None quotes the request or the response. The dashboard
 * has its texts by the same reasons.
 */
export const TOOL_ERRORS = {
  timeout: { code: "timeout", message: "The service took too long to answer." },
  refused_address: { code: "refused_address", message: "The service's address is not allowed." },
  unreachable: { code: "unreachable", message: "The service could not be reached." },
  not_run: { code: "unreachable", message: "The tool could not be run." },
  http_4xx: { code: "http_4xx", message: "The service refused the request. Its status was {status}." },
  http_5xx: { code: "http_5xx", message: "The service failed. Its status was {status}." },
  invalid_answer: { code: "invalid_answer", message: "The service gave an answer that cannot be used." },
  canceled: { code: "canceled", message: "The request was canceled." },
  missing_credential: {
    code: "missing_credential",
    message: "The tool's credential is no longer connected.",
  },
  token_client_refused: { code: "authorization_failed", message: TOKEN_MESSAGES.token_client_refused },
  token_scope_refused: { code: "authorization_failed", message: TOKEN_MESSAGES.token_scope_refused },
  token_grant_refused: { code: "authorization_failed", message: TOKEN_MESSAGES.token_grant_refused },
  token_request_refused: { code: "authorization_failed", message: TOKEN_MESSAGES.token_request_refused },
  token_server_failing: { code: "authorization_failed", message: TOKEN_MESSAGES.token_server_failing },
  token_unusable: { code: "authorization_failed", message: TOKEN_MESSAGES.token_unusable },
  token_unreachable: { code: "authorization_failed", message: TOKEN_MESSAGES.token_unreachable },
  token_address_refused: { code: "authorization_failed", message: TOKEN_MESSAGES.token_address_refused },
  arguments_invalid: {
    code: "invalid_arguments",
    message: "The arguments do not fit the tool's parameters.",
  },
  named_arguments_invalid: {
    code: "invalid_arguments",
    message: "These arguments do not fit the tool's parameters: {names}.",
  },
  arguments_not_checked: {
    code: "invalid_arguments",
    message: "The arguments cannot be checked against the tool's parameters.",
  },
  argument_misplaced: {
    code: "invalid_arguments",
    message: "This argument does not fit its place in the request: {name}.",
  },
} as const satisfies DetailReasons;

export type ToolErrorReason = keyof typeof TOOL_ERRORS;
export type ToolErrorCode = (typeof TOOL_ERRORS)[ToolErrorReason]["code"];
type Placeholder<R extends ToolErrorReason> = PlaceholderOf<(typeof TOOL_ERRORS)[R]["message"]>;
type ToolErrorParams<R extends ToolErrorReason> = [Placeholder<R>] extends [never]
  ? []
  : [params: { readonly [Name in Placeholder<R>]: string | number }];

/** Values are statuses and names of declared parameters. */
export type ToolError = {
  code: ToolErrorCode;
  reason: ToolErrorReason;
  message: string;
  params?: Record<string, string | number>;
};

/** The error of a reason, with its sentence. */
export function createToolError<R extends ToolErrorReason>(
  reason: R,
  ...[params]: ToolErrorParams<R>
): ToolError {
  const { code, message }: { code: ToolErrorCode; message: string } = TOOL_ERRORS[reason];
  return { code, reason, message: writeSentence({ message }, params), ...(params && { params }) };
}
