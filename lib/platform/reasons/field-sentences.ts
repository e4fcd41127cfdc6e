// Sentences that schemas state themselves. Each is a constant, so that a page loads only those of its schemas. The reason is the
// name in lower case: `use_base64` of `USE_BASE64`.

export const ATTESTED_CONSENTS_MISSING = "Set consents to what is attested.";
export const ATTESTED_SOURCE_MISSING =
  "Set consent_source, and attest=true to attest that it applies to every row.";
export const BODY_NESTED_TOO_DEEP = "Nest the body less deeply.";
export const BODY_OF_GET = "A GET has no body; put parameters into the URL.";
export const CHANNEL_MISSING = "Name at least one channel.";
export const CONTACT_MISSING = "Add at least one contact.";
export const DAY_MISSING = "Choose at least one day.";
export const EVENT_MISSING = "Choose at least one event.";
export const FORM_BODY_MISSING = "A form needs a body.";
export const HEADER_NOT_SETTABLE = "This header cannot be set; use a credential for authorization.";
export const HEADER_REPEATED = "Name each header once.";
export const HEADER_VALUE_UNSENDABLE = "Leave out line breaks and signs that a header cannot hold.";
export const HOURS_END_EARLY = "Let the hours end after they start.";
export const LEAVE_OUT_COLONS = "Leave out colons and line breaks.";
export const LEAVE_OUT_CONTROL_CHARACTERS = "Leave out line breaks and other control characters.";
export const LEAVE_OUT_DOT_SEGMENTS = 'Leave out path segments of "." and "..".';
export const LEAVE_OUT_LINE_BREAKS = "Remove line breaks, and spaces at the start and end.";
export const LEAVE_OUT_NUL = "Leave out NUL characters.";
export const METADATA_GIVEN_TWICE = "Send either the metadata or their URL, not both.";
export const MINIMUM_ABOVE_MAXIMUM = "The minimum is above the maximum.";
export const NUMBER_IN_VIEW = "A view cannot store a number. Search for words of a name.";
export const PLACEHOLDER_IN_KEY = "Use placeholders in values only, as in key={{parameter}}.";
export const PLACEHOLDER_IN_NAME = "Use placeholders in values only, not in names.";
export const PLACEHOLDER_UNDECLARED = "Use placeholders of declared parameters only.";
export const RECORD_MISSING = "Select at least one record.";
export const SCHEMA_ITEMS_MISSING = "Say what the items are.";
export const SCHEMA_NESTED_TOO_DEEP = "Nest the schema at most ten deep.";
export const SCHEMA_TOO_LARGE = "Keep the schema within 32 KiB.";
export const SCHEMA_TYPE_MISSING = "Say the type, else its constraints have no effect.";
export const SCHEMA_UNUSABLE = "The schema cannot be used: a pattern or a reference in it is not valid.";
export const TOO_MANY_CALLER_CHARACTERS =
  "Use at most {max} characters. Ligatures count as the letters that they stand for.";
export const TOO_MANY_CHARACTERS = "Use at most {max} characters.";
export const TOO_MANY_CONTACTS = "Add at most {max} at once; more come by import.";
export const TOO_MANY_CONTACT_ATTRIBUTES = "Use at most {max} attributes.";
export const TOO_MANY_HEADERS = "Use at most 30 headers.";
export const TOO_MANY_KEYS = "Use at most {max} keys.";
export const TOO_MANY_RECORDS = "Select at most {max} records.";
export const TOO_MANY_VARIABLES = "Use at most {max} variables.";
export const UNDECLARED_PROPERTY_REQUIRED = "Require declared properties only.";
export const USE_ACCOUNT_SID =
  "Enter the account SID: AC followed by 32 digits and lowercase letters from a to f.";
export const USE_ACTION_NAME = "Use an action like agent.deployed.";
export const USE_AUTH_TOKEN = "Enter the account's auth token, without spaces.";
export const USE_A_SINGLE_POSITION = "Use turn_index or offset_ms, not both.";
export const USE_BASE64 = "Use base64.";
export const USE_CHANNELS = "Use call, text or call,text.";
export const USE_CONSENT_KEYS = "Use {keys}, separated by commas.";
export const USE_COUNTRY = "Use a country's two letters, such as US.";
export const USE_DAY_OR_TIME = "Use a day such as 2026-11-24, or RFC 3339.";
export const USE_DECISION_CODE = "Use a code such as no_consent.";
export const USE_DOMAIN = "Use a domain such as example.com.";
export const USE_E164_NUMBER = "Use the international form, such as +12125550123.";
export const USE_EMAIL = "Use an e-mail address.";
export const USE_END_TIME = "Use a time from 00:01 to 24:00.";
export const USE_HEADER_NAME = "Use a valid header name.";
export const USE_HOST_AND_PORT = "Use <host> or <host>:<port> in lower case.";
export const USE_HTTPS_ADDRESS = "Use an https address.";
export const USE_IDENTIFIER_NAME =
  "Use lower-case letters, digits and _, beginning with a letter, at most 64.";
export const USE_ID_WITH_PREFIX = "Use an identifier {prefix}_….";
export const USE_IMPORT_TIME_WITH_OFFSET = "Use RFC 3339 with an offset, such as 2027-11-24T00:00:00Z.";
export const USE_INTERNATIONAL_FORM = "Use the international form.";
export const USE_JSON_OR_FORM_BODY = "Use a body of JSON or application/x-www-form-urlencoded.";
export const USE_JSON_SCHEMA = "Give a JSON Schema.";
export const USE_JSON_TEMPLATE = "Use valid JSON, with {{parameter}} as a whole value or inside a string.";
export const USE_LANGUAGE_TAG = "Use a BCP 47 tag such as en-US: language, script and region.";
export const USE_LATER_YEAR = "Use a year from 0001 on.";
export const USE_LOCAL_REFERENCE = "Refer to #/$defs/<name> only.";
export const USE_NETWORK = "Use an address or a network such as 203.0.113.0/24 or 2001:db8::/32.";
export const USE_OBJECT_TYPE = 'Use the type "object".';
export const USE_PAGE_LIMIT = "Use a whole number from 1 to 100.";
export const USE_PLACEHOLDER_BRACES = "Write placeholders as {{parameter}}.";
export const USE_PLAIN_HTTPS_ADDRESS = "Use a complete https address without a user name or password.";
export const USE_PRINTABLE_ASCII = "Use printable ASCII characters without spaces.";
export const USE_PROPERTY_NAME = "Use letters, digits, _ . $ @ and -.";
export const USE_PROVIDER_AND_MODEL = "Use <provider>:<model>.";
export const USE_PROVIDER_AND_VOICE = "Use <provider>:<voice_name>.";
export const USE_PROVIDER_NAME = "Use the provider's name, without spaces.";
export const USE_SIGNS_WITHOUT_SPACES = "Use letters, digits and signs without spaces.";
export const USE_START_TIME = "Use a time from 00:00 to 23:59.";
export const USE_TIME_IN_REACH = "Use a time from {first} until {last}.";
export const USE_TIME_WITH_OFFSET = "Use RFC 3339 with an offset, such as 2026-11-24T09:30:00Z.";
export const USE_TIME_ZONE = "Use an IANA time zone such as America/New_York.";
export const USE_TOOL_NAME = "Use lower-case letters, digits and underscores, a letter first.";
export const USE_URL_WITH_FIXED_HOST =
  "Use an http or https URL whose host is fixed, without a user name or a fragment.";
export const USE_WRAPPED_KEY = "Use the wrapped key in base64: 512 characters.";
export const USE_YEAR_BETWEEN = "Use a year from {first} to {last}.";
export const VOICEMAIL_WITHOUT_PLACEHOLDERS =
  "Write something without placeholders: other people can hear a message in a mailbox.";
export const WINDOW_ENDS_BEFORE_START = "Let the window end after it starts.";
export const WRITE_SOMETHING = "Write something.";
