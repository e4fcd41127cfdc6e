import { join } from "node:path";
import { Piscina } from "piscina";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { globalSingleton } from "@/lib/platform/global-singleton";
import type { Identity } from "./assertion";
import type { ResponseJob } from "./response-thread";
import { SsoError } from "./sso-error";
import type { Verification, VerificationJob } from "./verify-response";

/** Limits the load that senders of responses can cause to one core. */
const THREADS = 1;
/**
 * Maximum queued responses. The largest takes a fifth of a second, so the last one finishes within the
 * timeout.
 */
export const MAX_QUEUED = 32;
/** Time limit of a job, including the queue and the start of the thread. */
const TIMEOUT_MS = 15_000;
/** An idle thread ends, as most installations have a few sign-ins a day. */
const IDLE_MS = 60_000;
/** The largest response needs a tenth of this. */
const MAX_MEMORY_MB = 256;

/**
 * The thread's code: from `dist/` in a production build, else from the source. The path is relative to the
 * working directory of every role (`bin/start/roles.mjs`), as bundled pages cannot resolve it relative to
 * this file.
 */
const threadFile = (): Pick<Piscina["options"], "filename" | "execArgv"> =>
  env.NODE_ENV === "production"
    ? { filename: join(process.cwd(), "dist", "saml-response-thread.js"), execArgv: ["--enable-source-maps"] }
    : {
        filename: join(process.cwd(), "lib", "identity", "sso", "response-thread.ts"),
        execArgv: ["--import", "tsx"],
      };

const shared = globalSingleton<{ pool?: Piscina | undefined }>("sso.verifier", () => ({}));

function threadPool(): Piscina {
  if (shared.pool !== undefined) return shared.pool;
  const pool = new Piscina({
    ...threadFile(),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // A thread that waits on an atomic between jobs would keep the process alive.
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // Ignore the exit of an idle thread: the next job starts another one, or reaches its time limit.
  pool.on("error", () => {});
  shared.pool = pool;
  return pool;
}

/**
 * Runs a job in the thread. Throws `busy` if the queue is full, and at the time limit, which ends the thread.
 */
async function runInThread(job: ResponseJob, limit = AbortSignal.timeout(TIMEOUT_MS)): Promise<unknown> {
  const pool = threadPool();
  if (pool.queueSize >= MAX_QUEUED) throw new SsoError("busy");
  try {
    return await pool.run(job, { signal: limit });
  } catch (error) {
    if (limit.aborted) throw new SsoError("busy");
    throw error;
  }
}

/**
 * Verifies a response in a worker thread, off the event loop, and returns its identity. Throws `SsoError`.
 */
export async function verifyInThread(verify: VerificationJob, limit?: AbortSignal): Promise<Identity> {
  let verification: Verification;
  try {
    verification = (await runInThread({ verify }, limit)) as Verification;
  } catch (error) {
    if (error instanceof SsoError) throw error;
    // A library's error message may quote the response.
    throw new AppError("sso_not_verified");
  }
  if ("refused" in verification) throw new SsoError(verification.refused);
  return verification.identity;
}

/** Runs jackson's own check of the response in the thread. */
export const readProfileInThread = (xml: string, options: unknown): Promise<unknown> =>
  runInThread({ readProfile: { xml, options } });

/** Ends the thread; a later use starts another one. */
export async function closeVerifier(): Promise<void> {
  const { pool } = shared;
  shared.pool = undefined;
  await pool?.destroy();
}
