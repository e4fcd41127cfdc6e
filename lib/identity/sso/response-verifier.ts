import { join } from "node:path";
import { Piscina } from "piscina";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { perProcess } from "@/lib/platform/per-process";
import type { Identity } from "./assertion";
import { SsoRefused } from "./refused";
import type { ResponseJob } from "./response-thread";
import type { Verification, VerificationJob } from "./verify-response";

/** One core is all that senders of responses can keep busy, however many they are. */
const THREADS = 1;
/** Responses that may wait for the thread. The largest takes a fifth of a second, so that the last one has its turn. */
export const MAX_WAITING = 32;
/** Waiting and the start of a thread included. A person waits no longer for a sign-in, and nothing may run for longer. */
const TIMEOUT_MS = 15_000;
/** A thread without work ends: most installations sign in by it a few times a day. */
const IDLE_MS = 60_000;
/** The largest response takes a tenth of it. */
const MAX_MEMORY_MB = 256;

/**
 * The thread's code: `dist/` where the pages are built, the source where they are not. It is found from the folder that
 * every role is started in (`bin/start/roles.mjs`), since a bundle of the pages has no address beside it.
 */
const threadFile = (): Pick<Piscina["options"], "filename" | "execArgv"> =>
  env.NODE_ENV === "production"
    ? { filename: join(process.cwd(), "dist", "saml-response-thread.js"), execArgv: ["--enable-source-maps"] }
    : {
        filename: join(process.cwd(), "lib", "identity", "sso", "response-thread.ts"),
        execArgv: ["--import", "tsx"],
      };

const shared = perProcess<{ pool?: Piscina | undefined }>("sso.verifier", () => ({}));

function threadPool(): Piscina {
  if (shared.pool !== undefined) return shared.pool;
  const pool = new Piscina({
    ...threadFile(),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // A thread that sleeps on an atomic between its jobs would keep its process alive.
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // A thread that died without a job: the next job starts another one, or meets its own limit.
  pool.on("error", () => {});
  shared.pool = pool;
  return pool;
}

/** Runs a job in the thread. Throws `busy` where too many wait, or at the time limit, which ends the thread. */
async function runInThread(job: ResponseJob, limit = AbortSignal.timeout(TIMEOUT_MS)): Promise<unknown> {
  const pool = threadPool();
  if (pool.queueSize >= MAX_WAITING) throw new SsoRefused("busy");
  try {
    return await pool.run(job, { signal: limit });
  } catch (error) {
    if (limit.aborted) throw new SsoRefused("busy");
    throw error;
  }
}

/** Who signed in, verified in a thread of the process: the event loop answers others meanwhile. Throws `SsoRefused`. */
export async function verifyInThread(verify: VerificationJob, limit?: AbortSignal): Promise<Identity> {
  let verification: Verification;
  try {
    verification = (await runInThread({ verify }, limit)) as Verification;
  } catch (error) {
    if (error instanceof SsoRefused) throw error;
    // The message of a library's error may quote the response.
    throw new AppError("unavailable", "A single sign-on response could not be verified.");
  }
  if ("refused" in verification) throw new SsoRefused(verification.refused);
  return verification.identity;
}

/** The same response as jackson reads it, which has its own check of it. */
export const readProfileInThread = (xml: string, options: unknown): Promise<unknown> =>
  runInThread({ readProfile: { xml, options } });

/** Ends the thread; a later use starts another. */
export async function closeVerifier(): Promise<void> {
  const { pool } = shared;
  shared.pool = undefined;
  await pool?.destroy();
}
