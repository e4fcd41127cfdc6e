/** Findings of "Check setup", by the reasons of the server's table in `lib/agents/providers/check`. */
export const checks = {
  finding: {
    too_slow: "The server did not answer in time. Check again: during a call, the caller would hear silence.",
    address_refused:
      "The address is in a private network and is refused. To allow it, the operator adds TOOL_ALLOWED_HOSTS={host} and restarts Parley.",
    address_not_encrypted:
      "The address is not https. Use https, or the operator adds TOOL_ALLOWED_HOSTS={host} and restarts Parley.",
    tls_failed:
      "The TLS connection failed: the certificate is not trusted, is for another name or has expired, or the port has no TLS. Replace the certificate, or correct the address.",
    address_unreachable:
      "The address cannot be reached from this machine. Correct it, start the server, or allow the connection in the firewall.",
    key_refused: "The provider does not accept the key. Connect the integration again with the right key.",
    permission_missing:
      "The provider accepts the key and does not permit this. Give the key, or the account, the permission at the provider.",
    credit_missing: "The account has no credit left. Add credit at the provider.",
    rate_limited: "The provider accepts no more requests now. Check again in a minute.",
    address_redirects:
      "The address redirects to another one, which is not followed. Enter the final address.",
    server_failing: "The server fails. Read its log, or its provider's status page, and check again.",
    host_invalid: "No address can have this host. Connect the credential again with the right host.",
    host_key_refused:
      "The host answers 401 with this credential. Connect it again with the right one. If the host's first page needs another credential, try a tool that uses this one.",
    host_reached:
      "The host answers (status {status}). Try a tool to see whether the host accepts the credential for its request.",
    token_issued: "The authorization server issues access tokens to the client.",
    token_client_refused:
      "The authorization server refuses the client. Connect the credential again with the right client ID and secret, sent as the server expects them.",
    token_scope_refused:
      "The authorization server refuses the scope. Connect the credential again with a scope that the client has.",
    token_grant_refused:
      "The authorization server does not permit the client credentials grant for this client. Permit it there.",
    token_request_refused:
      "The authorization server refuses the request for a token (status {status}). Check the token URL, the scope and the audience.",
    token_server_failing:
      "The authorization server fails or accepts no more requests (status {status}). Try again in a minute.",
    token_unusable: "The token URL does not answer with a bearer token. Check the token URL.",
    token_unreachable: "The authorization server does not answer in time. Check the token URL.",
    token_address_refused:
      "The token URL is not allowed: it must be https and public, or its host listed by the operator in TOOL_ALLOWED_HOSTS.",
    not_connected: "The integration was disconnected meanwhile. Connect it again.",
    key_accepted: "{provider} answers and accepts the key.",
    server_key_accepted: "The server answers and accepts the key.",
    key_unconfirmed: "{provider} does not confirm the key. Check again in a moment.",
    models_not_all_checked: "Only the first {max} of {count} models were checked.",
    voices_not_all_checked: "Only the first {max} of {count} voices were checked.",
    model_answers: "The model answers.",
    model_transcribes: "The model transcribes.",
    model_unknown: "The provider does not offer this model. Correct its name.",
    model_refused:
      "The server refuses a short chat with this model. Check its name, and whether it is a chat model.",
    not_a_model_server:
      "The address does not answer in the OpenAI protocol. Correct it: a base URL usually ends in /v1.",
    voice_speaks: "The voice speaks.",
    voice_silent: "The provider ended the response without audio. Check again in a moment.",
    voice_unknown: "The provider does not offer this voice to the account. Correct its ID.",
    tts_model_unknown:
      "The provider does not offer the TTS model to the account. Connect it again with another.",
    speech_refused: "The provider refuses this request. See its console for the reason.",
    not_a_speech_server:
      "The address does not answer with speech. Correct it: a base URL usually ends in /v1.",
    speech_too_slow: "The provider did not answer in time. A call would continue with the built-in voice.",
    speech_interrupted: "The provider closed the connection early. Check again in a moment.",
    server_streams: "The server transcribes while the caller speaks.",
    model_retires: "OpenAI shuts this model down on {day}. Connect another one before that day.",
    live_model_works:
      "Deepgram transcribes with this model, and accepts not to store the audio or train with it.",
    live_model_unknown: "Deepgram does not offer this model for live speech. Correct its name.",
    opt_out_refused:
      "Deepgram has the model, and refuses a request with mip_opt_out=true. Parley sends no others, so calls continue with the built-in transcriber. Ask Deepgram to allow the opt-out.",
    characters_left: "The account has characters left.",
    characters_missing: "The account has used all its characters. Add some at ElevenLabs.",
    zero_retention_accepted: "The provider accepts the instruction to store no data.",
    zero_retention_unconfirmed:
      "The key cannot read the account's plan, so nothing confirms zero retention. Give the key the permission to read the user, and check again. Until then the account counts as one without zero retention.",
    zero_retention_refused:
      "The account cannot use zero retention, which needs an enterprise plan. Connect it again without zero retention, or with an enterprise account.",
    account_accepted: "Twilio accepts the account.",
    account_trial:
      "Twilio accepts the account. It is a trial account: it can call and text only verified numbers.",
    account_refused:
      "Twilio does not accept the account's SID with this auth token. Copy both from the Twilio console, and connect the account again.",
    account_inactive: "The account is suspended or closed at Twilio. Resolve this in the Twilio console.",
    account_in_test:
      "The account is connected to the test environment, which places no calls. Connect it to the live environment.",
    account_without_number: "No number of this account is connected. Add one under Agents → Phone numbers.",
    not_a_carrier: "This integration is not a carrier account. There is nothing to check.",
    twilio_unreachable:
      "Twilio could not be reached. Check again in a moment. If this continues, make sure that this machine can reach api.twilio.com.",
    number_not_checked: "Twilio could not be reached to check this number. Check again in a moment.",
    number_foreign:
      "The account does not own this number. Remove it here, or connect the account that owns it.",
    number_without_voice: "This number has no voice capability at Twilio. Use a number that has it.",
    number_without_texts: "This number has no text capability at Twilio. It can only be used for calls.",
    calls_reach: "Calls to this number reach this installation.",
    calls_to_app:
      'At Twilio, calls to this number go to a SIP trunk or a TwiML app. Under Voice, choose "Webhook", and set {url} with HTTP POST.',
    calls_to_other_address:
      'At Twilio, calls to this number go to another address. Under Voice, "A call comes in", set the webhook {url} with HTTP POST.',
    calls_by_get: 'At Twilio, under Voice, "A call comes in", set the webhook to HTTP POST.',
    texts_reach: "Texts to this number reach this installation.",
    texts_to_other_address:
      'At Twilio, texts to this number go to another address, including STOP requests. Under Messaging, "A message comes in", set the webhook {url} with HTTP POST.',
    texts_by_get: 'At Twilio, under Messaging, "A message comes in", set the webhook to HTTP POST.',
    base_url_missing:
      "PARLEY_BASE_URL is not set, so Twilio cannot reach this installation and no calls are placed. Set it to the public address, such as https://parley.example.com, and restart.",
    base_url_not_https:
      "PARLEY_BASE_URL is not https. Twilio opens media streams only over TLS. Use an https address.",
    base_url_works: "PARLEY_BASE_URL leads to this installation.",
    base_url_misdirected:
      "PARLEY_BASE_URL does not lead to this product (status {status}). Configure the proxy there to forward /v1/carriers/ and upgrade requests to /voice/.",
    base_url_private:
      "PARLEY_BASE_URL leads to an address inside this network, which Twilio cannot reach. Use a public address.",
    base_url_unreachable:
      "PARLEY_BASE_URL could not be reached from this machine. Check its DNS name, certificate and proxy. It may still be reachable from outside.",
    trunk_in_test:
      "The trunk is connected to the test environment, which places no calls. Connect it to the live environment.",
    trunk_without_number: "No number of this trunk is connected. Add one under Agents → Phone numbers.",
    gateway_running: "A voice gateway with SIP is running.",
    gateway_missing:
      "No voice gateway has SIP. The operator sets SIP_ADDRESS and restarts Parley (docs/telephony.md).",
    account_registered: "The account is registered, so the server can send calls.",
    account_not_registered:
      "The account is not registered yet. A voice gateway registers it within ten seconds.",
    registration_failed:
      "The server rejected the registration ({detail}). Check the username, the password and the domain.",
    registration_unreachable:
      "The registration failed: no connection to the server. Check the address, the port and the transport.",
    registration_unanswered:
      "The registration failed: the server did not answer. It may not recognize this installation: check its list of allowed addresses, and the username.",
    encryption_required:
      "This workspace requires encrypted calls, so the trunk places and receives none. Connect it again with TLS and encryption required.",
    audio_encrypted: "Calls are encrypted: TLS and SRTP.",
    audio_encrypted_if_supported: "The audio is encrypted only if the server supports it.",
    audio_not_encrypted: "The audio is not encrypted.",
    trunk_authenticated: "The server answers, and accepts the account.",
    trunk_answers: "The server answers.",
    trunk_demands_no_password:
      "The server answers. It did not demand the password, so a wrong one is noticed only at the first call.",
    trunk_without_destination:
      "The server answers, and has no destination for the check (status {status}). Place a test call.",
    dns_failed: "The server's name has no address in the DNS. Check its spelling.",
    connection_refused:
      "The server accepts no connection. Check the port, the transport (TLS or TCP), and whether its firewall allows this installation's address.",
    sip_tls_failed: "The TLS connection failed. Check that the port is the server's port for TLS.",
    certificate_expired: "The server's certificate has expired.",
    certificate_not_yet_valid:
      "The server's certificate is not valid yet. Check the clocks of the server and of this machine.",
    certificate_of_other_name:
      "The server's certificate is for another name. Enter the name that the certificate has.",
    certificate_untrusted:
      "The server's certificate is not from an authority that Parley trusts. Use a certificate of a public authority, or the operator adds the authority with NODE_EXTRA_CA_CERTS.",
    no_response:
      "The server accepted the connection and did not answer. It may not recognize this installation: check its list of allowed addresses, and the username.",
    request_rejected: "The server rejected the request (status {status}).",
    password_rejected: "The server rejected the username or the password (status {status}).",
    account_missing:
      "The server demands a username and a password, and the trunk has none (status {status}).",
    account_not_allowed: "The server does not allow this account or this address (status {status}).",
    account_unknown:
      "The server has no such account or domain (status {status}). Check the username and the domain.",
    server_out_of_service: "The server is out of service (status {status}).",
  },
} as const;
