/**
 * Makes a browser use the media type of the response (WHATWG Fetch, "X-Content-Type-Options"), so that a file
 * with a caller's words never runs as a page.
 */
export const NO_SNIFF = { "X-Content-Type-Options": "nosniff" } as const;
