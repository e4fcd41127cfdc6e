import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, expect, vi } from "vitest";
import { SETTLE_LIMITS } from "@/lib/calls/calls/settle-limits";

// Each test file has a separate database, cloned from the migrated template before any product module is loaded.
// test/database.global.ts drops it.

/** The template is being copied by another process at this moment. */
const TEMPLATE_BUSY = "55006";
const CLONE_ATTEMPTS = 100;
const CLONE_PAUSE_MS = 50;

const {
  PARLEY_TEST_ADMIN_URL: adminUrl,
  PARLEY_TEST_PRODUCT_URL: productUrl,
  PARLEY_TEST_TEMPLATE: template,
  PARLEY_TEST_RUN: run,
  PARLEY_TEST_POOLER_HOST: poolerHost,
} = process.env;
if (!adminUrl || !productUrl || !template || !run) throw new Error("test/database.global.ts has not run.");

const name = `${run}${randomBytes(5).toString("hex")}`;
const url = new URL(productUrl);
url.pathname = `/${name}`;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
for (let attempt = 1; ; attempt++) {
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${url.username}`);
    break;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== TEMPLATE_BUSY || attempt === CLONE_ATTEMPTS)
      throw error;
    await new Promise((resolve) => setTimeout(resolve, CLONE_PAUSE_MS));
  }
}
await admin.end();
process.env.DATABASE_URL = url.href;
if (poolerHost) {
  const pooled = new URL(url);
  pooled.host = poolerHost;
  Object.assign(process.env, {
    DATABASE_URL: pooled.href,
    DATABASE_DIRECT_URL: url.href,
    DATABASE_NAMED_STATEMENTS: process.env.TEST_POOLER_NAMED ?? "0",
  });
}

/** Tests read the fields of a settled call in the answer that ended it, on a busy machine as well. */
const SETTLE_WAIT_MS = 60_000;
// No worker runs beside most tests.
Object.assign(SETTLE_LIMITS, { waitMs: SETTLE_WAIT_MS, isQueuedBesideLines: false });

/** A server or a child process that a test file left open would outlive it: that fails the file. */
const LEAKS = new Set(["TCPServerWrap", "ProcessWrap"]);
/** A killed process is reaped late on a busy machine. */
const LEAK_PATIENCE = { timeout: 20_000 };
/** Longer than the patience, so that the leak is named. */
const LEAK_CHECK_MS = 60_000;
afterAll(async () => {
  const { closePool } = await import("@/lib/platform/db/pool");
  await closePool();
  await vi.waitFor(
    () =>
      expect(
        process.getActiveResourcesInfo().filter((kind) => LEAKS.has(kind)),
        "left open",
      ).toEqual([]),
    LEAK_PATIENCE,
  );
}, LEAK_CHECK_MS);
