import type { FindingSentences } from "../finding";

/** Findings of a Twilio account, its numbers and this installation's address. */
export const TWILIO_SENTENCES = {
  account_accepted: { ok: true, code: "account", message: "Twilio accepts the account." },
  account_trial: {
    ok: true,
    code: "trial_account",
    message: "Twilio accepts the account. It is a trial account: it can call and text only verified numbers.",
  },
  account_refused: {
    code: "wrong_credentials",
    message:
      "Twilio does not accept the account's SID with this auth token. Copy both from the Twilio console, and connect the account again.",
  },
  account_inactive: {
    code: "account_not_active",
    message: "The account is suspended or closed at Twilio. Resolve this in the Twilio console.",
  },
  account_in_test: {
    code: "test_account",
    message:
      "The account is connected to the test environment, which places no calls. Connect it to the live environment.",
  },
  account_without_number: {
    code: "no_number",
    message: "No number of this account is connected. Add one under Agents → Phone numbers.",
  },
  not_a_carrier: {
    ok: true,
    code: "nothing_to_check",
    message: "This integration is not a carrier account. There is nothing to check.",
  },
  twilio_unreachable: {
    code: "carrier_away",
    message:
      "Twilio could not be reached. Check again in a moment. If this continues, make sure that this machine can reach api.twilio.com.",
  },
  number_not_checked: {
    code: "carrier_away",
    message: "Twilio could not be reached to check this number. Check again in a moment.",
  },
  number_foreign: {
    code: "foreign_number",
    message: "The account does not own this number. Remove it here, or connect the account that owns it.",
  },
  number_without_voice: {
    code: "no_voice",
    message: "This number has no voice capability at Twilio. Use a number that has it.",
  },
  number_without_texts: {
    ok: true,
    code: "no_texts",
    message: "This number has no text capability at Twilio. It can only be used for calls.",
  },
  calls_reach: { ok: true, code: "calls", message: "Calls to this number reach this installation." },
  calls_to_app: {
    code: "calls_elsewhere",
    message:
      'At Twilio, calls to this number go to a SIP trunk or a TwiML app. Under Voice, choose "Webhook", and set {url} with HTTP POST.',
  },
  calls_to_other_address: {
    code: "calls_elsewhere",
    message:
      'At Twilio, calls to this number go to another address. Under Voice, "A call comes in", set the webhook {url} with HTTP POST.',
  },
  calls_by_get: {
    code: "calls_by_get",
    message: 'At Twilio, under Voice, "A call comes in", set the webhook to HTTP POST.',
  },
  texts_reach: { ok: true, code: "texts", message: "Texts to this number reach this installation." },
  texts_to_other_address: {
    code: "texts_elsewhere",
    message:
      'At Twilio, texts to this number go to another address, including STOP requests. Under Messaging, "A message comes in", set the webhook {url} with HTTP POST.',
  },
  texts_by_get: {
    code: "texts_by_get",
    message: 'At Twilio, under Messaging, "A message comes in", set the webhook to HTTP POST.',
  },
  base_url_missing: {
    code: "no_base_url",
    message:
      "PARLEY_BASE_URL is not set, so Twilio cannot reach this installation and no calls are placed. Set it to the public address, such as https://parley.example.com, and restart.",
  },
  base_url_not_https: {
    code: "not_https",
    message: "PARLEY_BASE_URL is not https. Twilio opens media streams only over TLS. Use an https address.",
  },
  base_url_works: { ok: true, code: "address", message: "PARLEY_BASE_URL leads to this installation." },
  base_url_misdirected: {
    code: "address_answers_otherwise",
    message:
      "PARLEY_BASE_URL does not lead to this product (status {status}). Configure the proxy there to forward /v1/carriers/ and upgrade requests to /voice/.",
  },
  base_url_private: {
    code: "address_inside",
    message:
      "PARLEY_BASE_URL leads to an address inside this network, which Twilio cannot reach. Use a public address.",
  },
  base_url_unreachable: {
    code: "address_not_reached",
    message:
      "PARLEY_BASE_URL could not be reached from this machine. Check its DNS name, certificate and proxy. It may still be reachable from outside.",
  },
} as const satisfies FindingSentences;
