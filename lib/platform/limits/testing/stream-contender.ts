// A process of its own that opens event streams and keeps them until it is killed: `tsx stream-contender.ts`, with IPC.
import { type StreamHolder, takeStreamSlot } from "@/lib/platform/limits";

export type StreamOrder = { holder: StreamHolder; times: number };

process.on("message", async ({ holder, times }: StreamOrder) => {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => takeStreamSlot(holder)));
  process.send?.(taken.filter(({ status }) => status === "fulfilled").length);
});
process.send?.("ready");
