import type { ErrorCode } from "@/lib/platform/errors";

/** What each code of the contract means and what a client does about it, for `/docs/errors`. */
export const PROBLEM_GUIDE: Readonly<Record<ErrorCode, string>> = {
  validation_error:
    "The request is not as the reference describes it. `details` names each place, with a JSON pointer and what to do. Correct it; sending it again as it is changes nothing.",
  invalid_api_key:
    "There is no key, or it is unknown, revoked or expired. Send a valid one as `Authorization: Bearer <key>`.",
  forbidden:
    "The key may not do this: its role is too weak, or it belongs to the test environment. Use a key with more rights.",
  plan_required: "The workspace's plan does not include this.",
  key_in_browser:
    "A page of another site sent the key. Keys belong on a server. Replace this one, as others may have seen it.",
  not_found: "There is no such resource in this workspace and environment.",
  method_not_allowed: "The path exists, this method does not. `Allow` lists those that do.",
  request_timeout:
    "The file was under way for too long. Send it over a faster connection, or in smaller parts. Nothing of it is kept.",
  conflict: "Another resource or another change stands in the way. Read the resource again and decide anew.",
  invalid_state: "The resource is in a state in which this is not possible. `detail` says which.",
  in_progress:
    "The first request with this `Idempotency-Key` still runs. Repeat it shortly to get its answer.",
  payload_too_large: "The body is larger than this route takes: 1 MiB unless the reference says otherwise.",
  unsupported_media_type: "Send JSON with `Content-Type: application/json`.",
  idempotency_mismatch: "This `Idempotency-Key` was used with another body. Use a new key for a new request.",
  workspace_locked:
    "The workspace's encryption key is not available, so its data cannot be opened. An owner can give it again.",
  rate_limited:
    "Too many requests in the last 60 seconds, or too many event streams open at once; `detail` says which. Close streams that are no longer needed, and wait for the seconds in `Retry-After`.",
  internal:
    "Something failed on our side. Quote `request_id` to whoever runs this service. Repeating is safe with an `Idempotency-Key`.",
  unavailable:
    "A part of the service cannot be reached at the moment. Try again after the seconds in `Retry-After`.",
};
