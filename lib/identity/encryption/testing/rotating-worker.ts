// A worker in a separate process that runs rotation jobs: `tsx rotating-worker.ts`, with IPC.
import { systemCtx } from "@/lib/platform/context/make";
import { runJobs } from "@/lib/platform/jobs/run";
import { continueRotation } from "..";

runJobs(
  {
    "encryption.rotate": ({ workspaceId }) => continueRotation(systemCtx(workspaceId, "encryption.rotate")),
  },
  // In production a dead worker's job waits for half a minute.
  { heartbeatMs: 50, staleMs: 400 },
);
process.send?.("ready");
