import type { FindingSentences } from "../finding";

/** Findings of a SIP trunk. */
export const SIP_SENTENCES = {
  trunk_in_test: {
    code: "test_account",
    message:
      "The trunk is connected to the test environment, which places no calls. Connect it to the live environment.",
  },
  trunk_without_number: {
    code: "no_number",
    message: "No number of this trunk is connected. Add one under Agents → Phone numbers.",
  },
  gateway_running: { ok: true, code: "sip_gateway", message: "A voice gateway with SIP is running." },
  gateway_missing: {
    code: "sip_gateway_missing",
    message:
      "No voice gateway has SIP. The operator sets SIP_ADDRESS and restarts Parley (docs/telephony.md).",
  },
  account_registered: {
    ok: true,
    code: "sip_registration",
    message: "The account is registered, so the server can send calls.",
  },
  account_not_registered: {
    code: "sip_registration_failed",
    message: "The account is not registered yet. A voice gateway registers it within ten seconds.",
  },
  registration_failed: {
    code: "sip_registration_failed",
    message:
      "The server rejected the registration ({detail}). Check the username, the password and the domain.",
  },
  registration_unreachable: {
    code: "sip_registration_failed",
    message:
      "The registration failed: no connection to the server. Check the address, the port and the transport.",
  },
  registration_unanswered: {
    code: "sip_registration_failed",
    message:
      "The registration failed: the server did not answer. It may not recognize this installation: check its list of allowed addresses, and the username.",
  },
  encryption_required: {
    code: "sip_encryption_required",
    message:
      "This workspace requires encrypted calls, so the trunk places and receives none. Connect it again with TLS and encryption required.",
  },
  audio_encrypted: { ok: true, code: "sip_encryption", message: "Calls are encrypted: TLS and SRTP." },
  audio_encrypted_if_supported: {
    ok: true,
    code: "sip_encryption",
    message: "The audio is encrypted only if the server supports it.",
  },
  audio_not_encrypted: { ok: true, code: "sip_encryption", message: "The audio is not encrypted." },
  trunk_authenticated: {
    ok: true,
    code: "connection",
    message: "The server answers, and accepts the account.",
  },
  trunk_answers: { ok: true, code: "connection", message: "The server answers." },
  trunk_demands_no_password: {
    ok: true,
    code: "connection",
    message:
      "The server answers. It did not demand the password, so a wrong one is noticed only at the first call.",
  },
  trunk_without_destination: {
    ok: true,
    code: "connection",
    message: "The server answers, and has no destination for the check (status {status}). Place a test call.",
  },
  dns_failed: {
    code: "sip_dns",
    message: "The server's name has no address in the DNS. Check its spelling.",
  },
  connection_refused: {
    code: "sip_connect",
    message:
      "The server accepts no connection. Check the port, the transport (TLS or TCP), and whether its firewall allows this installation's address.",
  },
  sip_tls_failed: {
    code: "sip_tls",
    message: "The TLS connection failed. Check that the port is the server's port for TLS.",
  },
  certificate_expired: { code: "sip_tls", message: "The server's certificate has expired." },
  certificate_not_yet_valid: {
    code: "sip_tls",
    message: "The server's certificate is not valid yet. Check the clocks of the server and of this machine.",
  },
  certificate_of_other_name: {
    code: "sip_tls",
    message: "The server's certificate is for another name. Enter the name that the certificate has.",
  },
  certificate_untrusted: {
    code: "sip_tls",
    message:
      "The server's certificate is not from an authority that Parley trusts. Use a certificate of a public authority, or the operator adds the authority with NODE_EXTRA_CA_CERTS.",
  },
  no_response: {
    code: "sip_timeout",
    message:
      "The server accepted the connection and did not answer. It may not recognize this installation: check its list of allowed addresses, and the username.",
  },
  request_rejected: { code: "sip_response", message: "The server rejected the request (status {status})." },
  password_rejected: {
    code: "sip_response",
    message: "The server rejected the username or the password (status {status}).",
  },
  account_missing: {
    code: "sip_response",
    message: "The server demands a username and a password, and the trunk has none (status {status}).",
  },
  account_not_allowed: {
    code: "sip_response",
    message: "The server does not allow this account or this address (status {status}).",
  },
  account_unknown: {
    code: "sip_response",
    message: "The server has no such account or domain (status {status}). Check the username and the domain.",
  },
  server_out_of_service: { code: "sip_response", message: "The server is out of service (status {status})." },
} as const satisfies FindingSentences;
