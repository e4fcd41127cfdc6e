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
  token_client_refused: {
    code: "authorization_failed",
    message:
      "The authorization server refuses the client. Connect the credential again with the right client ID and secret, sent as the server expects them.",
  },
  token_scope_refused: {
    code: "authorization_failed",
    message:
      "The authorization server refuses the scope. Connect the credential again with a scope that the client has.",
  },
  token_grant_refused: {
    code: "authorization_failed",
    message:
      "The authorization server does not permit the client credentials grant for this client. Permit it there.",
  },
  token_request_refused: {
    code: "authorization_failed",
    message:
      "The authorization server refuses the request for a token (status {status}). Check the token URL, the scope and the audience.",
  },
  token_server_failing: {
    code: "authorization_failed",
    message:
      "The authorization server fails or accepts no more requests (status {status}). Try again in a minute.",
  },
  token_unusable: {
    code: "authorization_failed",
    message: "The token URL does not answer with a bearer token. Check the token URL.",
  },
  token_unreachable: {
    code: "authorization_failed",
    message: "The authorization server does not answer in time. Check the token URL.",
  },
  token_address_refused: {
    code: "authorization_failed",
    message:
      "The token URL is not allowed: it must be https and public, or its host listed by the operator in TOOL_ALLOWED_HOSTS.",
  },
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
