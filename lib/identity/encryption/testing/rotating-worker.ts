// A worker in a process of its own that goes on with rotations: `tsx rotating-worker.ts`, with IPC.
import { systemCtx } from "@/lib/platform/context/make";
import { runJobs } from "@/lib/platform/jobs/run";
import { continueRotation } from "..";

runJobs(
  {
    "encryption.rotate": ({ workspaceId }) => continueRotation(systemCtx(workspaceId, "encryption.rotate")),
  },
  // In life a dead worker's job waits for half a minute.
  { beatMs: 50, staleMs: 400 },
);
process.send?.("ready");
