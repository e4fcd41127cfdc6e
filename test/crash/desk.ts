import { createServer } from "node:http";
import type { CarrierEventType } from "@/lib/outreach/dialing";
import { type Carrier, handleCarrierEvent } from "@/lib/outreach/dialing";
import type { Clock } from "@/lib/platform/clock";
import { systemCtx } from "@/lib/platform/context/make";

type Callback = { ref: string; key: string; type: CarrierEventType };

/** Takes the carrier's callbacks, as a server of the product does; what cannot be taken now is answered 503. */
export async function openDesk(clock: Clock) {
  let to: { line: Carrier; workspaceId: string } | null = null;
  let acceptedCount = 0;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { ref, key, type } = JSON.parse(text) as Callback;
    if (to === null) return void response.writeHead(503).end();
    const ctx = systemCtx(to.workspaceId, "carrier.said", { clock });
    const isKnown = await handleCarrierEvent(ctx, to.line, ref, { type, key }).catch(() => null);
    acceptedCount += isKnown === true ? 1 : 0;
    response.writeHead(isKnown === null ? 503 : isKnown ? 200 : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    takes(line: Carrier, workspaceId: string): void {
      to = { line, workspaceId };
    },
    taken: () => acceptedCount,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
