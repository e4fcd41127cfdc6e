// The process that does the jobs: a job's name is mapped to a verb here, and nowhere else.
import { anchorHeads } from "@/lib/audit";
import { closePool } from "@/lib/db";
import { sweepIdempotencyKeys } from "@/lib/http/idempotency-sweep";
import { runJobs } from "@/lib/jobs/run";
import { endWith } from "@/lib/lifetime";
import { sweepWindows } from "@/lib/limits";
import { log } from "@/lib/log";

const jobs = runJobs({
  "audit.anchor": () => anchorHeads(),
  "limits.sweep": () => sweepWindows(),
  "idempotency.sweep": () => sweepIdempotencyKeys(),
});
log.info("the worker takes jobs");

endWith(async () => {
  await jobs.stop();
  await closePool();
});
