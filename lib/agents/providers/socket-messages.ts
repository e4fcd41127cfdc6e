import { on } from "node:events";
import type { RawData, WebSocket } from "ws";
import { withTimeout } from "@/lib/platform/with-timeout";
import { ProviderFailure } from "./speech-port";

/**
 * Yields a server's JSON messages until it closes. Throws ProviderFailure: `timeout` for a silence that is
 * too long, `invalid_response` for a message that is not JSON. Ends silently when the socket closes.
 */
export async function* messages(
  provider: string,
  socket: WebSocket,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const events = on(socket, "message", { close: ["close"], signal });
  socket.resume();
  try {
    for (;;) {
      const next = await withTimeout(events.next(), idleMs, () => {
        throw new ProviderFailure(provider, "timeout");
      });
      if (next.done) return;
      const [data] = next.value as [RawData];
      yield parsed(provider, data);
    }
  } finally {
    void events.return?.();
    socket.terminate();
  }
}

function parsed(provider: string, data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    throw new ProviderFailure(provider, "invalid_response");
  }
}
