export const USE_BASE64 = "Use base64.";
