import { WebSocket } from "ws";
import { fixedLookup, type Guard, requireEncryption, resolveAllowedAddresses, TLS } from "./connect";
import { EgressError } from "./errors";
import { parseTarget, portOf } from "./url";

/** Opens a WebSocket to a checked address. Throws `EgressError`, or the signal's reason. */
export async function openSocket(
  guard: Guard,
  url: string | URL,
  { headers = {}, signal, timeoutMs, maxBytes }: EgressSocketInit,
): Promise<WebSocket> {
  const target = parseTarget(url);
  signal.throwIfAborted();
  const addresses = await resolveAllowedAddresses(
    guard,
    target.hostname,
    portOf(target.protocol, target.port),
  ).catch((error: unknown) => {
    throw error instanceof EgressError ? error : new EgressError("network", error);
  });
  requireEncryption(guard, target.protocol, target.hostname, portOf(target.protocol, target.port));
  const socket = new WebSocket(String(target).replace(/^http/, "ws"), {
    ...TLS,
    headers,
    lookup: fixedLookup(addresses),
    followRedirects: false,
    handshakeTimeout: timeoutMs,
    maxPayload: maxBytes,
    // Audio does not compress, and a few kilobytes of text need not be compressed.
    perMessageDeflate: false,
  });
  const terminate = () => socket.terminate();
  signal.addEventListener("abort", terminate, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", terminate));
  try {
    await new Promise<void>((done, fail) => {
      socket.once("open", () => {
        socket.pause();
        done();
      });
      socket.once("unexpected-response", (_, response) => {
        const status = response.statusCode ?? 0;
        fail(new EgressError(status >= 500 ? "network" : "redirect", undefined, status));
        socket.terminate();
      });
      socket.once("error", (error) =>
        fail(new EgressError(/timed out/.test(error.message) ? "timeout" : "network", error)),
      );
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    // Later errors are reported by the close event.
    socket.on("error", () => {});
  }
  return socket;
}

export type EgressSocketInit = {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Time until the socket is open. */
  timeoutMs: number;
  /** Maximum message size; a larger message closes the socket. */
  maxBytes: number;
};
