// Another process of the product, that opens a subject's key over and over: `tsx reading-process.ts`, with IPC. It tells
// whenever what it meets is another than before.
import { subjectSealer } from "@/lib/platform/crypto";

export type Order = { workspaceId: string; subjectId: string };

const EVERY_MS = 100;
let last = "";

async function look({ workspaceId, subjectId }: Order): Promise<void> {
  const met = await subjectSealer(workspaceId, subjectId).then(
    () => "open",
    (error: { code?: string }) => error.code ?? "failed",
  );
  if (met !== last) process.send?.(met);
  last = met;
}

process.on("message", (order: Order) => {
  setInterval(() => void look(order), EVERY_MS);
});
process.send?.("ready");
