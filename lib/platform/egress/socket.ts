import { WebSocket } from "ws";
import { answerWith, checkedAddresses, type Guard, requireEncryption, TLS } from "./connect";
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
  const addresses = await checkedAddresses(
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
    lookup: answerWith(addresses),
    followRedirects: false,
    handshakeTimeout: timeoutMs,
    maxPayload: maxBytes,
    // Sound does not shrink, and a few kilobytes of text need not.
    perMessageDeflate: false,
  });
  const end = () => socket.terminate();
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", end));
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
    // What goes wrong later is told by its close.
    socket.on("error", () => {});
  }
  return socket;
}

export type EgressSocketInit = {
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Until the socket is open. */
  timeoutMs: number;
  /** The largest message that is taken; a larger one closes the socket. */
  maxBytes: number;
};
