/**
 * The language of a BCP 47 tag without script and region, in lower case (RFC 5646, 2.2.1): `en` of `en-US`.
 */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";
