import { NO_SNIFF } from "@/lib/platform/no-sniff";

/** The id of a request, in every response. The pages also receive it, from `proxy.ts`. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Headers of every response of the API, including files, errors and unknown paths. */
export const baseHeaders = (requestId: string): Headers =>
  new Headers({ [REQUEST_ID_HEADER]: requestId, "Cache-Control": "no-store", ...NO_SNIFF });
