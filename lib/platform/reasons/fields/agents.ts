export const HOURS_END_EARLY = "Let the hours end after they start.";
export const LEAVE_OUT_CONTROL_CHARACTERS = "Leave out line breaks and other control characters.";
export const MINIMUM_ABOVE_MAXIMUM = "The minimum is above the maximum.";
export const USE_CALLED_PATTERN =
  "Use a number, an extension or a name, with x for any digit and * at the end for anything, such as +49221*, 1xx or sales.";
export const USE_HOST_AND_PORT = "Use <host> or <host>:<port> in lower case.";
export const USE_IDENTIFIER_NAME =
  "Use lower-case letters, digits and _, beginning with a letter, at most 64.";
export const USE_LANGUAGE_TAG = "Use a BCP 47 tag such as en-US: language, script and region.";
export const USE_PROVIDER_AND_MODEL = "Use <provider>:<model>.";
export const USE_PROVIDER_AND_VOICE = "Use <provider>:<voice_name>.";
export const USE_TRANSFER_ADDRESS =
  "Use a number in E.164, such as +12125550123, or a SIP address whose user begins with a letter, such as sip:reception@pbx.example.com.";
export const USE_SIGNS_WITHOUT_SPACES = "Use letters, digits and signs without spaces.";
export const VOICEMAIL_WITHOUT_PLACEHOLDERS =
  "Write something without placeholders: other people can hear a message in a mailbox.";
/** A price list with two prices for the same day. */
export const PRICES_REPEATED =
  "Two prices have the same provider, model, unit and first day. Remove one of them.";
