export const LEAVE_OUT_COLONS = "Leave out colons and line breaks.";
export const LEAVE_OUT_LINE_BREAKS = "Remove line breaks, and spaces at the start and end.";
export const USE_ACCOUNT_SID =
  "Enter the account SID: AC followed by 32 digits and lowercase letters from a to f.";
export const USE_AUTH_TOKEN = "Enter the account's auth token, without spaces.";
export const USE_PRINTABLE_ASCII = "Use printable ASCII characters without spaces.";
export const USE_PROVIDER_NAME = "Use the provider's name, without spaces.";
export const USE_SCOPE = "Use scopes of printable ASCII characters, separated by single spaces.";
export const USE_TOKEN_URL = "Use an http or https URL without a user name or a fragment.";
export const USE_SIP_SERVER =
  "Use a host name or address in lower case with an optional port: sip.example.com or 192.0.2.10:5061.";
export const USE_DOMAIN_NAME = "Use a domain name in lower case.";
export const USE_ADDRESS_OR_NETWORK = "Use an IP address or a network, such as 192.0.2.10 or 192.0.2.0/24.";
export const USE_COUNTRY_CODE = "Use two capital letters of ISO 3166, such as CA.";
export const USE_SMALLER_NETWORK =
  "Name the addresses of the carrier or PBX: at most a network of /16, or /32 for IPv6.";
