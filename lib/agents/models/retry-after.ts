const SECONDS = /^\d{1,9}(\.\d+)?$/;

/**
 * Returns the wait in milliseconds that a server requests, or undefined without one. `Retry-After` is a
 * number of seconds or an HTTP date (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3); OpenAI's
 * `retry-after-ms` is more precise.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const fine = headers.get("retry-after-ms")?.trim() ?? "";
  if (SECONDS.test(fine)) return Number(fine);
  const header = headers.get("retry-after")?.trim() ?? "";
  if (SECONDS.test(header)) return Number(header) * 1_000;
  const at = header === "" ? Number.NaN : Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
