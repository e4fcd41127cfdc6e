/**
 * A browser takes the media type as the response states it (WHATWG Fetch, "X-Content-Type-Options"), so that a file
 * with a caller's words is never run as a page.
 */
export const NO_SNIFF = { "X-Content-Type-Options": "nosniff" } as const;
