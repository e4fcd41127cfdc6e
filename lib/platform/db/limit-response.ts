import type pg from "pg";

/**
 * Longer than several statements at their limit. PostgreSQL enforces the limit of a statement, but a frozen server, or a
 * network that drops packets, enforces none and closes no connection.
 */
const RESPONSE_TIMEOUT_MS = 90_000;

type Socket = { connection: { stream: { destroy(error: Error): void } } };

/** A message and a code that `isUnavailable` accepts. */
const timeoutError = (): Error =>
  Object.assign(new Error("The database has not responded in time."), { code: "ETIMEDOUT" });

/**
 * Resolves like `work`, which waits for a response on this connection. After the limit (in milliseconds) it closes the
 * connection, so that `work` rejects with `ETIMEDOUT`.
 */
export async function limitResponse<T>(
  client: pg.ClientBase,
  work: Promise<T>,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<T> {
  const timer = setTimeout(() => {
    (client as unknown as Socket).connection.stream.destroy(timeoutError());
  }, timeoutMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
