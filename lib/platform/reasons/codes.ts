/**
 * The catalog of error codes: status and title of each. Source: the error list of the `/v1` contract
 * (`docs/api.md`). Codes are part of the contract; titles are not.
 */
export const PROBLEMS = {
  validation_error: { status: 400, title: "Validation error" },
  invalid_api_key: { status: 401, title: "Missing or invalid API key" },
  forbidden: { status: 403, title: "Not allowed" },
  plan_required: { status: 403, title: "Not part of the plan" },
  key_in_browser: { status: 403, title: "API key in a browser" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Sent too slowly" },
  conflict: { status: 409, title: "Conflict" },
  invalid_state: { status: 409, title: "Not possible in this state" },
  in_progress: { status: 409, title: "Still in progress" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_mismatch: { status: 422, title: "Idempotency key used with another request" },
  workspace_locked: { status: 423, title: "Workspace locked" },
  rate_limited: { status: 429, title: "Rate limited" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Unavailable" },
} as const;

export type ErrorCode = keyof typeof PROBLEMS;
