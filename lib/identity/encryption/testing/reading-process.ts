// A separate process that opens a subject's key repeatedly: `tsx reading-process.ts`, with IPC. It reports
// each change of the result.
import { subjectSealer } from "@/lib/platform/crypto";

export type WatchRequest = { workspaceId: string; subjectId: string };

const INTERVAL_MS = 100;
let lastState = "";

async function checkSubject({ workspaceId, subjectId }: WatchRequest): Promise<void> {
  const state = await subjectSealer(workspaceId, subjectId).then(
    () => "open",
    (error: { code?: string }) => error.code ?? "failed",
  );
  if (state !== lastState) process.send?.(state);
  lastState = state;
}

process.on("message", (request: WatchRequest) => {
  setInterval(() => void checkSubject(request), INTERVAL_MS);
});
process.send?.("ready");
