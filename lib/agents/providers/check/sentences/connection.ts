import { TOKEN_MESSAGES } from "../../oauth2/token-error";
import type { FindingSentences } from "../finding";

/** Findings of a request to a server, for every kind of provider. */
export const CONNECTION_SENTENCES = {
  too_slow: {
    code: "too_slow",
    message: "The server did not answer in time. Check again: during a call, the caller would hear silence.",
  },
  address_refused: {
    code: "refused_address",
    message:
      "The address is in a private network and is refused. To allow it, the operator adds TOOL_ALLOWED_HOSTS={host} and restarts Parley.",
  },
  address_not_encrypted: {
    code: "not_encrypted",
    message:
      "The address is not https. Use https, or the operator adds TOOL_ALLOWED_HOSTS={host} and restarts Parley.",
  },
  tls_failed: {
    code: "tls",
    message:
      "The TLS connection failed: the certificate is not trusted, is for another name or has expired, or the port has no TLS. Replace the certificate, or correct the address.",
  },
  address_unreachable: {
    code: "unreachable",
    message:
      "The address cannot be reached from this machine. Correct it, start the server, or allow the connection in the firewall.",
  },
  key_refused: {
    code: "wrong_key",
    message: "The provider does not accept the key. Connect the integration again with the right key.",
  },
  permission_missing: {
    code: "no_permission",
    message:
      "The provider accepts the key and does not permit this. Give the key, or the account, the permission at the provider.",
  },
  credit_missing: {
    code: "no_quota",
    message: "The account has no credit left. Add credit at the provider.",
  },
  rate_limited: {
    code: "rate_limited",
    message: "The provider accepts no more requests now. Check again in a minute.",
  },
  address_redirects: {
    code: "redirects",
    message: "The address redirects to another one, which is not followed. Enter the final address.",
  },
  server_failing: {
    code: "failing",
    message: "The server fails. Read its log, or its provider's status page, and check again.",
  },
  host_invalid: {
    code: "bad_host",
    message: "No address can have this host. Connect the credential again with the right host.",
  },
  host_key_refused: {
    code: "wrong_key",
    message:
      "The host answers 401 with this credential. Connect it again with the right one. If the host's first page needs another credential, try a tool that uses this one.",
  },
  host_reached: {
    ok: true,
    code: "reached",
    message:
      "The host answers (status {status}). Try a tool to see whether the host accepts the credential for its request.",
  },
  token_issued: {
    ok: true,
    code: "token_issued",
    message: "The authorization server issues access tokens to the client.",
  },
  token_client_refused: { code: "wrong_key", message: TOKEN_MESSAGES.token_client_refused },
  token_scope_refused: { code: "wrong_scope", message: TOKEN_MESSAGES.token_scope_refused },
  token_grant_refused: { code: "no_permission", message: TOKEN_MESSAGES.token_grant_refused },
  token_request_refused: { code: "token_refused", message: TOKEN_MESSAGES.token_request_refused },
  token_server_failing: { code: "failing", message: TOKEN_MESSAGES.token_server_failing },
  token_unusable: { code: "no_token", message: TOKEN_MESSAGES.token_unusable },
  token_unreachable: { code: "unreachable", message: TOKEN_MESSAGES.token_unreachable },
  token_address_refused: { code: "refused_address", message: TOKEN_MESSAGES.token_address_refused },
  not_connected: {
    code: "not_connected",
    message: "The integration was disconnected meanwhile. Connect it again.",
  },
} as const satisfies FindingSentences;
