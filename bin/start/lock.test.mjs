import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { othersRun, takeLock } from "./lock.mjs";

const folder = () => mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-lock-"));
const ended = () => spawnSync(process.execPath, ["--version"]).pid;

test("a second start on the same data names the holder and its address", async () => {
  const data = folder();
  const lock = await takeLock(data);
  lock.setAddress("http://localhost:3000");
  await expect(takeLock(data)).rejects.toThrow(
    `Parley already runs on this data (pid ${process.pid}, http://localhost:3000).`,
  );
  lock.release();
});

test("a released lock is removed, and the next start does not report a crash", async () => {
  const data = folder();
  (await takeLock(data)).release();
  expect(existsSync(join(data, "start.lock"))).toBe(false);
  const next = await takeLock(data);
  expect(next.tookOver).toBe(false);
  next.release();
});

test("takes over the lock of a dead process, even if a running process has its ID now", async () => {
  for (const pid of [ended(), process.pid]) {
    const data = folder();
    writeFileSync(
      join(data, "start.lock"),
      JSON.stringify({ pid, host: hostname(), port: 1, token: "gone", address: null }),
    );
    const lock = await takeLock(data);
    expect(lock.tookOver).toBe(true);
    lock.release();
  }
});

test("takes over an invalid lock file, as a full disk leaves it", async () => {
  const data = folder();
  writeFileSync(join(data, "start.lock"), "");
  const lock = await takeLock(data);
  expect(JSON.parse(readFileSync(lock.file, "utf8")).token).toBe(lock.token);
  lock.release();
});

test("exactly one of many simultaneous starts takes over a dead lock", async () => {
  const data = folder();
  writeFileSync(
    join(data, "start.lock"),
    JSON.stringify({ pid: ended(), host: hostname(), port: 1, token: "gone" }),
  );
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(data)));
  const won = tries.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const { value } of won) value.release();
});

test("a holder on another machine counts as running while it touches its lock", async () => {
  const data = folder();
  const file = join(data, "start.lock");
  writeFileSync(
    file,
    JSON.stringify({ pid: 1, host: "another-machine", port: 1, token: "there", address: "http://there" }),
  );
  let at = Date.now();
  const heartbeat = setInterval(() => {
    at += 1_000;
    utimesSync(file, new Date(at), new Date(at));
  }, 50);
  await expect(takeLock(data)).rejects.toThrow("on another-machine, pid 1, http://there");
  clearInterval(heartbeat);
});

test("two roles of one machine lock the same data under separate names and see each other", async () => {
  const data = folder();
  const [server, worker] = [await takeLock(data, "start-server"), await takeLock(data, "start-worker")];
  expect(await othersRun(data, worker)).toBe(true);
  server.release();
  expect(await othersRun(data, worker)).toBe(false);
  worker.release();
});
