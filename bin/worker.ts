// The process that does the jobs.
import { carrierFor } from "@/lib/carriers";
import { closePool } from "@/lib/db";
import { runJobs } from "@/lib/jobs/run";
import { endWith } from "@/lib/lifetime";
import { log } from "@/lib/log";
import { verbsOf } from "./worker/verbs";

const jobs = runJobs(verbsOf(carrierFor));
log.info("the worker takes jobs");
// Whoever started it waits for this: it has no port that could be tried (bin/start/supervisor.mjs).
process.send?.("up");

endWith(async () => {
  await jobs.stop();
  await closePool();
});
