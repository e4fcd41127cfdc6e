import { NO_SNIFF } from "@/lib/platform/no-sniff";

/** Headers of every response of the API, including files, errors and unknown paths. */
export const baseHeaders = (requestId: string): Headers =>
  new Headers({ "X-Request-Id": requestId, "Cache-Control": "no-store", ...NO_SNIFF });
