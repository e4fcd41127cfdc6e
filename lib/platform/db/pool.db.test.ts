import pg from "pg";
import { expect, test, vi } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { connectAsApplication } from "@/test/fixtures/application-client";
import { nameOf, sendBatchOn } from "./batch";
import { directUrl, isPooled } from "./connection";
import { plain, plainBatch } from "./plain";
import { pool } from "./pool";
import { type Tx, transaction } from "./transaction";
import { rethrowAsAppError } from "./unavailable";

/** A busy machine needs longer than the second that is the default. */
const PATIENCE = { timeout: 20_000 };

/** Ends every connection of the application, like a restart of PostgreSQL. */
async function cutConnections(): Promise<void> {
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  const { rowCount } = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'parley/%'",
  );
  expect(rowCount).toBeGreaterThan(0);
  await owner.end();
}

const queryHeartbeats = () => plainBatch(plain.selectFrom("worker_heartbeats").select("worker_id"));

test("answers 503 if the connection is lost during a transaction, and reconnects for the next request", async () => {
  const error = await transaction("ws_none", async (tx) => {
    await cutConnections();
    await vi.waitFor(() => expect(pool().idleCount).toBe(0), PATIENCE);
    return tx.all(plain.selectFrom("worker_heartbeats").select("worker_id"));
  }).catch((error) => error);
  expect(error).toBeInstanceOf(AppError);
  expect(error.code).toBe("unavailable");
  expect(await queryHeartbeats()).toEqual([[]]);
});

test("refuses statements of a transaction that has ended", async () => {
  const outcomes = [() => Promise.resolve(), () => Promise.reject(new Error("refused"))];
  for (const outcome of outcomes) {
    let ended: Tx | undefined;
    await transaction("ws_none", (tx) => {
      ended = tx;
      return outcome();
    }).catch(() => undefined);
    await expect(ended?.all(plain.selectFrom("worker_heartbeats").select("worker_id"))).rejects.toThrow(
      "The transaction has ended.",
    );
  }
});

// A pooler keeps the connection to its client when PostgreSQL ends one.
test.skipIf(isPooled())("only logs a connection that is lost between two statements", async () => {
  const client = await pool().connect();
  const ended = new Promise((done) => client.once("end", done));
  await cutConnections();
  await ended;
  client.release();
  expect(await queryHeartbeats()).toEqual([[]]);
});

test.each(["53100", "53200", "53300"])("answers 503 if the server lacks resources (%s)", (code) => {
  const error = Object.assign(new Error("could not extend file"), { code });
  expect(() => rethrowAsAppError(error)).toThrow(expect.objectContaining({ code: "unavailable" }));
});

test("closes a connection whose server does not respond in time, and answers 503", async () => {
  const client = await connectAsApplication();
  client.on("error", () => undefined);
  const text = "select pg_sleep(60)::text as slept";
  const error = await sendBatchOn(client, [{ name: nameOf(text), text, values: [] }], 50).catch(
    (error: unknown) => error,
  );
  expect(() => rethrowAsAppError(error)).toThrow(expect.objectContaining({ code: "unavailable" }));
  await expect(client.query("select 1")).rejects.toThrow("not queryable");
});

test.each([
  ["statement", "statement_timeout", "select pg_sleep(20)"],
  ["lock", "lock_timeout", "select id from calls limit 1"],
])("answers 503 if a %s takes longer than the limit", async (_, setting, slowStatement) => {
  const owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
  await owner.query("begin; lock table calls in access exclusive mode");
  const limited = await connectAsApplication();
  try {
    await limited.query(`set ${setting} = 50`);
    const error = await limited.query(slowStatement).catch((error: unknown) => error);
    expect(() => rethrowAsAppError(error)).toThrow(expect.objectContaining({ code: "unavailable" }));
  } finally {
    await limited.end();
    await owner.query("rollback");
    await owner.end();
  }
});
