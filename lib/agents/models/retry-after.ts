const SECONDS = /^\d{1,9}(\.\d+)?$/;

/**
 * How many milliseconds a server asks clients to wait, or undefined where it does not say. `Retry-After` is a number of
 * seconds or an HTTP date (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3); OpenAI's `retry-after-ms` is finer.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const fine = headers.get("retry-after-ms")?.trim() ?? "";
  if (SECONDS.test(fine)) return Number(fine);
  const given = headers.get("retry-after")?.trim() ?? "";
  if (SECONDS.test(given)) return Number(given) * 1_000;
  const at = given === "" ? Number.NaN : Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
