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
  token_client_refused: {
    code: "wrong_key",
    message:
      "The authorization server refuses the client. Connect the credential again with the right client ID and secret, sent as the server expects them.",
  },
  token_scope_refused: {
    code: "wrong_scope",
    message:
      "The authorization server refuses the scope. Connect the credential again with a scope that the client has.",
  },
  token_grant_refused: {
    code: "no_permission",
    message:
      "The authorization server does not permit the client credentials grant for this client. Permit it there.",
  },
  token_request_refused: {
    code: "token_refused",
    message:
      "The authorization server refuses the request for a token (status {status}). Check the token URL, the scope and the audience.",
  },
  token_server_failing: {
    code: "failing",
    message:
      "The authorization server fails or accepts no more requests (status {status}). Try again in a minute.",
  },
  token_unusable: {
    code: "no_token",
    message: "The token URL does not answer with a bearer token. Check the token URL.",
  },
  token_unreachable: {
    code: "unreachable",
    message: "The authorization server does not answer in time. Check the token URL.",
  },
  token_address_refused: {
    code: "refused_address",
    message:
      "The token URL is not allowed: it must be https and public, or its host listed by the operator in TOOL_ALLOWED_HOSTS.",
  },
  not_connected: {
    code: "not_connected",
    message: "The integration was disconnected meanwhile. Connect it again.",
  },
} as const satisfies FindingSentences;
