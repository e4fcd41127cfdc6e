// A worker in a separate process, whose jobs never end: `tsx stuck-worker.ts`, with IPC.
import { runJobs } from "@/lib/platform/jobs/run";

runJobs(
  {
    "call.tick": () => {
      process.send?.("taken");
      return new Promise(() => undefined);
    },
  },
  { heartbeatMs: 100 },
);
