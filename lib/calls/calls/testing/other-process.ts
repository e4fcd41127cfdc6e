// Another process of the product, that acts in a call when it is told to: `tsx other-process.ts`, with IPC.
import { systemCtx } from "@/lib/platform/context/make";
import { endCall, sendMessage } from "..";

export type Order = { workspaceId: string; id: string } & ({ do: "end" } | { do: "say"; text: string });

process.on("message", async (order: Order) => {
  const ctx = systemCtx(order.workspaceId, "other-process");
  const done = order.do === "end" ? endCall(ctx, order.id) : sendMessage(ctx, order.id, { text: order.text });
  process.send?.(await done);
});
process.send?.("ready");
