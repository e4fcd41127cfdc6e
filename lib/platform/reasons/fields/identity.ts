export const METADATA_GIVEN_TWICE = "Send either the metadata or their URL, not both.";
export const USE_BASE64 = "Use base64.";
export const USE_DOMAIN = "Use a domain such as example.com.";
export const USE_EMAIL = "Use an e-mail address.";
export const USE_NETWORK = "Use an address or a network such as 203.0.113.0/24 or 2001:db8::/32.";
export const USE_PLAIN_HTTPS_ADDRESS = "Use a complete https address without a user name or password.";
export const USE_WRAPPED_KEY = "Use the wrapped key in base64: 512 characters.";
