// A separate process that makes many concurrent decisions on command: `tsx contender.ts`, with IPC.
import { closePool } from "@/lib/platform/db";
import { take } from "@/lib/platform/limits";

export type Order = { key: string; limit: number; times: number };

process.on("message", async ({ key, limit, times }: Order) => {
  const decisions = await Promise.all(Array.from({ length: times }, () => take(key, limit)));
  await closePool();
  process.send?.(decisions, () => process.disconnect());
});
process.send?.("ready");
