import type { ErrorCode } from "@/lib/platform/errors";

/** The meaning of each error code, and how clients handle it, for `/docs/errors`. */
export const PROBLEM_GUIDE: Readonly<Record<ErrorCode, string>> = {
  validation_error:
    "The request does not match the reference. `details` lists each problem with a JSON pointer and what to do. Correct the request before sending it again.",
  invalid_api_key:
    "The key is missing, unknown, revoked or expired. Send a valid one as `Authorization: Bearer <key>`.",
  forbidden:
    "The key lacks a permission: its role is too weak, or it belongs to the test environment. Use a key with a stronger role.",
  plan_required: "The workspace's plan does not include this.",
  key_in_browser:
    "A page of another site sent the key. Keys belong on a server. Replace this key, as it may be known to others.",
  not_found: "The resource does not exist in this workspace and environment.",
  method_not_allowed: "The path does not support this method. `Allow` lists the supported ones.",
  request_timeout:
    "The upload took too long, and nothing was stored. Send the file over a faster connection, or in smaller parts.",
  conflict:
    "The request conflicts with another resource or a concurrent change. Read the resource again before retrying.",
  invalid_state: "The resource's state does not allow this. `detail` names the state.",
  in_progress:
    "The first request with this `Idempotency-Key` is still in progress. Repeat it shortly to get its response.",
  precondition_failed:
    "The resource was changed after you read it, so its revision is not the one in `If-Match`. Read it again, then repeat your change with the new revision.",
  payload_too_large: "The body exceeds the route's maximum: 1 MiB unless the reference states another.",
  unsupported_media_type: "Send JSON with `Content-Type: application/json`.",
  idempotency_mismatch: "This `Idempotency-Key` was used with another body. Use a new key for a new request.",
  workspace_locked:
    "The workspace's encryption key is not available, so its data cannot be opened. An owner can restore it.",
  rate_limited:
    "Too many requests in the last 60 seconds, or too many event streams open at once; `detail` says which. Close streams that are no longer needed, and wait for the seconds in `Retry-After`.",
  internal:
    "The service failed. Report the `request_id` to the operator. A retry is safe with an `Idempotency-Key`.",
  unavailable: "A part of the service is unavailable. Try again after the seconds in `Retry-After`.",
};
