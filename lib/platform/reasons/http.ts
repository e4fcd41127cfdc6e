import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of http: code and sentence by reason. */
export const HTTP_ERRORS = {
  people_only: { code: "forbidden", message: "This is for people who sign in. A key has no session." },
  live_key_needed: {
    code: "forbidden",
    message: "A key of the test environment may not do this. Use a live key.",
  },
  no_handler: { code: "internal", message: "This path has no handler." },
  form_body_needed: {
    code: "unsupported_media_type",
    message: "Send the body as application/x-www-form-urlencoded.",
  },
  encoded_body: {
    code: "unsupported_media_type",
    message: "Send the body uncompressed, without Content-Encoding.",
  },
  json_body_needed: { code: "unsupported_media_type", message: "Send the body as application/json." },
  parley_pages_needed: { code: "forbidden", message: "This came from another site. Use Parley's own pages." },
  idempotency_mismatch: {
    code: "idempotency_mismatch",
    message: "This Idempotency-Key was used with another body. Use a new key.",
  },
  in_progress: {
    code: "in_progress",
    message: "The first request with this Idempotency-Key still runs. Try again shortly.",
  },
  participant_token_invalid: {
    code: "invalid_api_key",
    message:
      "This participant token is not valid here. It gives access to the messages, events and end of one call while that is active. Create a new token on your server.",
  },
  resource_deleted_meanwhile: {
    code: "conflict",
    message:
      "A resource that the request refers to was deleted meanwhile. Read it again, then repeat the request.",
  },
  signature_invalid: { code: "forbidden", message: "The signature is not valid." },
  staff_sign_in_needed: { code: "invalid_api_key", message: "Sign in as staff." },
  staff_only_read: { code: "forbidden", message: "Staff look, and change nothing." },
  staff_take_no_files: { code: "forbidden", message: "Staff take no recordings and no files." },
  method_not_allowed: { code: "method_not_allowed", message: "This path answers to {methods}." },
  request_too_long: {
    code: "unavailable",
    message:
      "The request took longer than {seconds} s. It may still complete: read the resource first, or repeat the request with the same Idempotency-Key.",
  },
  upload_too_slow: {
    code: "request_timeout",
    message:
      "The file did not arrive within {seconds} seconds. Send it over a faster connection, or in smaller parts.",
  },
  media_type_not_accepted: { code: "unsupported_media_type", message: "Send the file as {media_types}." },
  rate_limited: {
    code: "rate_limited",
    message: "Wait {seconds} s, or send fewer requests.",
    isStandard: true,
  },
  payload_too_large: {
    code: "payload_too_large",
    message: "The body may have at most {max} bytes.",
    isStandard: true,
  },
  unavailable: {
    code: "unavailable",
    message: "A part of the service is unavailable. Try again shortly.",
    isStandard: true,
  },
  internal: {
    code: "internal",
    message: "The service failed. Report the request ID to the operator.",
    isStandard: true,
  },
  role_needed: {
    code: "forbidden",
    message: "This requires the {role} role or a higher one. Ask an admin of this workspace.",
  },
  owner_needed: {
    code: "forbidden",
    message: "This requires the owner role. Ask an owner of this workspace.",
  },
  key_role_needed: {
    code: "forbidden",
    message: "This requires the {role} role or a higher one. Use a key that has it.",
  },
  owner_key_needed: { code: "forbidden", message: "This requires the owner role. Use a key that has it." },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of http: code and sentence by reason. */
export const HTTP_DETAILS = {
  too_deep: { code: "too_deep", message: "Nest at most {max} levels.", isStandard: true },
  json_invalid: { code: "invalid_json", message: "Send one well-formed JSON value in UTF-8." },
  invalid_text: {
    code: "invalid_text",
    message: "Leave out NUL characters and lone surrogates.",
    isStandard: true,
  },
  repeated: { code: "repeated", message: "Give this parameter once.", isStandard: true },
  host_invalid: { code: "invalid_format", message: "Send a valid Host and path." },
  idempotency_key_invalid: {
    code: "invalid_format",
    message: "Use 1 to 255 printable ASCII characters without spaces.",
  },
  if_match_invalid: {
    code: "invalid_format",
    message: 'Send * or entity tags in double quotes, separated by commas, such as "0b9c…".',
  },
} as const satisfies DetailReasons;
