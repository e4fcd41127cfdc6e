import pg from "pg";
import { expect, test, vi } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { plain, plainBatch } from "./plain";
import { databaseUrl, pool } from "./pool";
import { transaction } from "./transaction";

/** Ends every connection of the application, as a restart of PostgreSQL does. */
async function cut(): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl() });
  await owner.connect();
  const { rowCount } = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'parley'",
  );
  expect(rowCount).toBeGreaterThan(0);
  await owner.end();
}

const ask = () => plainBatch(plain.selectFrom("worker_heartbeats").select("worker_id"));

test("a connection that is lost in the middle of a transaction is a 503, and the next request finds another", async () => {
  const thrown = await transaction("ws_none", async (tx) => {
    await cut();
    await vi.waitFor(() => expect(pool().idleCount).toBe(0));
    return tx.all(plain.selectFrom("worker_heartbeats").select("worker_id"));
  }).catch((error) => error);
  expect(thrown).toBeInstanceOf(AppError);
  expect(thrown.code).toBe("unavailable");
  expect(await ask()).toEqual([[]]);
});

test("a connection that is lost between two statements tells nobody but the log", async () => {
  const client = await pool().connect();
  const ended = new Promise((done) => client.once("end", done));
  await cut();
  await ended;
  client.release();
  expect(await ask()).toEqual([[]]);
});
