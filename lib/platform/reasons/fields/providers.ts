export const LEAVE_OUT_COLONS = "Leave out colons and line breaks.";
export const LEAVE_OUT_LINE_BREAKS = "Remove line breaks, and spaces at the start and end.";
export const USE_ACCOUNT_SID =
  "Enter the account SID: AC followed by 32 digits and lowercase letters from a to f.";
export const USE_AUTH_TOKEN = "Enter the account's auth token, without spaces.";
export const USE_PRINTABLE_ASCII = "Use printable ASCII characters without spaces.";
export const USE_PROVIDER_NAME = "Use the provider's name, without spaces.";
