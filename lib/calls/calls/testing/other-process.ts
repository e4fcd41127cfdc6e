// Another process of the product that acts in a call on command: `tsx other-process.ts`, with IPC.
import { systemCtx } from "@/lib/platform/context/make";
import { endCall, sendMessage } from "..";

/** `at`: the time on the test's clock, on which leases are based. */
export type Order = { workspaceId: string; id: string; at: string } & (
  | { do: "end" }
  | { do: "say"; text: string }
);

process.on("message", async (order: Order) => {
  const clock = { now: () => new Date(order.at) };
  const ctx = systemCtx(order.workspaceId, "other-process", { clock });
  const result =
    order.do === "end" ? endCall(ctx, order.id) : sendMessage(ctx, order.id, { text: order.text });
  process.send?.(await result);
});
process.send?.("ready");
