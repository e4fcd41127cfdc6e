// Another process of the product, which acts in a call when it is told to: `tsx other-process.ts`, with IPC.
import { systemCtx } from "@/lib/platform/context/make";
import { endCall, sendMessage } from "..";

/** `at`: the time by the test's clock, in which leases are held. */
export type Order = { workspaceId: string; id: string; at: string } & (
  | { do: "end" }
  | { do: "say"; text: string }
);

process.on("message", async (order: Order) => {
  const clock = { now: () => new Date(order.at) };
  const ctx = systemCtx(order.workspaceId, "other-process", { clock });
  const done = order.do === "end" ? endCall(ctx, order.id) : sendMessage(ctx, order.id, { text: order.text });
  process.send?.(await done);
});
process.send?.("ready");
