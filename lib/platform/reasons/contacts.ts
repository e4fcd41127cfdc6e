import type { DetailReasons, ErrorReasons } from "./reason-table";

/** The errors of contacts: code and sentence by reason. */
export const CONTACTS_ERRORS = {
  contact_call_on_hold: {
    code: "conflict",
    message: "A call with the contact is under a legal hold. Release it first.",
  },
  contact_in_call: {
    code: "invalid_state",
    message: "A call with the contact is in progress or being settled. End the call, then try again.",
  },
  contact_on_hold: { code: "conflict", message: "The contact is under a legal hold. Release it first." },
  contact_deleted_during_request: {
    code: "unavailable",
    message: "A contact was deleted during the request. Try again.",
  },
  contact_exists: { code: "conflict", message: "A contact with this number already exists." },
  contact_exists_with_id: {
    code: "conflict",
    message: "A contact with this number already exists: {contact_id}.",
  },
  suppression_needs_admin: {
    code: "forbidden",
    message:
      "Only an admin can lift this suppression, as the contact, a list or a carrier caused it. An admin can lift it after a later consent is in the ledger, with its evidence.",
  },
  suppression_needs_admin_or_start: {
    code: "forbidden",
    message:
      "Only an admin can lift this suppression, as the contact, a list or a carrier caused it. The contact can lift it by texting START. An admin can lift it after a later consent is in the ledger, with its evidence.",
  },
  suppression_needs_consent: {
    code: "invalid_state",
    message:
      "The contact, a list or a carrier caused this suppression. To lift it here, first add the contact's later consent to the ledger, with its evidence.",
  },
  suppression_needs_consent_or_start: {
    code: "invalid_state",
    message:
      "The contact, a list or a carrier caused this suppression. The contact can lift it by texting START. To lift it here, first add the contact's later consent to the ledger, with its evidence.",
  },
} as const satisfies ErrorReasons;

/** The problems of a part of a request of contacts: code and sentence by reason. */
export const CONTACTS_DETAILS = {
  consent_in_future: {
    code: "in_the_future",
    message: "The consent's time is in the future. Use the time at which it was given or revoked.",
  },
  too_many_attributes: {
    code: "too_many",
    message: "The contact would have more than {max} attributes. Remove some.",
  },
  no_words_of_contact: { code: "no_words", message: "Search for a whole number, or for words of a name." },
  number_without_country: {
    code: "no_country",
    message: "Write the number with its country, such as +12125550123.",
  },
  number_of_unknown_country: { code: "unknown_country", message: "No country has this calling code." },
  number_invalid: {
    code: "not_a_number",
    message: "This is not a phone number. Write digits, such as +12125550123.",
  },
  number_too_short: { code: "too_short", message: "The number is too short for its country." },
  number_too_long: { code: "too_long", message: "The number is too long for its country." },
  number_with_extension: {
    code: "has_extension",
    message: "Extensions cannot be called. Leave out the extension.",
  },
  number_not_assigned: {
    code: "not_given_out",
    message: "This number is not assigned in its country. Check the digits.",
  },
} as const satisfies DetailReasons;
