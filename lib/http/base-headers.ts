/**
 * The headers of every answer of the API, files, errors and unknown paths included. `nosniff`: a browser takes the
 * media type as it is told (WHATWG Fetch, "X-Content-Type-Options"), so that a file with a caller's words is never run
 * as a page.
 */
export const baseHeaders = (requestId: string): Headers =>
  new Headers({ "X-Request-Id": requestId, "Cache-Control": "no-store", ...NO_SNIFF });

/** What an answer outside the API says of itself too. */
export const NO_SNIFF = { "X-Content-Type-Options": "nosniff" } as const;
