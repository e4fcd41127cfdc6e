// A separate process that opens event streams and holds them until it is killed: `tsx stream-contender.ts`,
// with IPC.
import { type StreamHolder, takeStreamSlot } from "@/lib/platform/limits";

export type StreamOrder = { holder: StreamHolder; times: number };

process.on("message", async ({ holder, times }: StreamOrder) => {
  const results = await Promise.allSettled(Array.from({ length: times }, () => takeStreamSlot(holder)));
  process.send?.(results.filter(({ status }) => status === "fulfilled").length);
});
process.send?.("ready");
