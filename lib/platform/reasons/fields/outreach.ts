export const ATTESTED_CONSENTS_MISSING = "Set consents to what is attested.";
export const ATTESTED_SOURCE_MISSING =
  "Set consent_source, and attest=true to attest that it applies to every row.";
export const CONTACT_MISSING = "Add at least one contact.";
export const TOO_MANY_CONTACTS = "Add at most {max} at once; more come by import.";
export const USE_CHANNELS = "Use call, text or call,text.";
export const USE_CONSENT_KEYS = "Use {keys}, separated by commas.";
export const USE_COUNTRY = "Use a country's two letters, such as US.";
export const USE_CURRENCY_CODE = "Use three capital letters of ISO 4217, such as EUR.";
export const USE_DATE = "Use a date such as 2027-01-31.";
export const USE_IMPORT_TIME_WITH_OFFSET = "Use RFC 3339 with an offset, such as 2027-11-24T00:00:00Z.";
export const USE_ANY_PREFIX =
  "Use the beginning of numbers with the country code, such as +49, or + for all.";
export const USE_NUMBER_PREFIX = "Use the beginning of a number with its country code, such as +44.";
export const USE_YEAR_BETWEEN = "Use a year from {first} to {last}.";
