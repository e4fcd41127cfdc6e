import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logFile, sweepLogs } from "./logs.mjs";

const folder = () => mkdtempSync(join(process.env.PARLEY_TEST_FOLDER, "parley-logs-"));
const DAY_MS = 86_400_000;

test("rotates a log by size and daily without losing a line", () => {
  const logs = folder();
  let at = Date.now();
  const log = logFile(logs, "server", { now: () => at, maxBytes: 10 });
  for (const line of ["12345678\n", "2\n", "3\n"]) log.write(Buffer.from(line));
  at += DAY_MS + 1;
  log.write(Buffer.from("next day\n"));
  log.close();
  expect(readFileSync(log.path, "utf8")).toBe("next day\n");
  const all = readdirSync(logs)
    .sort()
    .map((name) => readFileSync(join(logs, name), "utf8"))
    .join("");
  expect(all.split("\n").filter(Boolean).sort()).toEqual(["12345678", "2", "3", "next day"]);
});

test("removes a rotated file before its first line is 30 days old, and no other file", () => {
  const logs = folder();
  const now = Date.now();
  const files = {
    "server-2026-01-01T00-00-00.000Z.log": 29.1,
    "server-2026-01-02T00-00-00.000Z.log": 28.9,
    "server.log": 40,
    "notes.txt": 40,
  };
  for (const [name, days] of Object.entries(files)) {
    writeFileSync(join(logs, name), "x");
    utimesSync(join(logs, name), new Date(now - days * DAY_MS), new Date(now - days * DAY_MS));
  }
  sweepLogs(logs, now);
  expect(readdirSync(logs).sort()).toEqual([
    "notes.txt",
    "server-2026-01-02T00-00-00.000Z.log",
    "server.log",
  ]);
});

test("keeps the last lines for the message that a process does not stay up", () => {
  const log = logFile(folder(), "worker");
  log.write(Buffer.from(`${Array.from({ length: 50 }, (_, i) => `line ${i}`).join("\n")}\n`));
  expect(log.last().at(-1)).toBe("line 49");
  expect(log.last().length).toBeLessThan(50);
  log.close();
});

test("continues on a full disk, and says once afterwards that lines are missing", () => {
  const failures = [];
  let isFull = false;
  const append = (fd, chunk) => {
    if (isFull) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    writeSync(fd, chunk);
  };
  const log = logFile(folder(), "server", { append, onFailure: (line) => failures.push(line) });
  log.write(Buffer.from("before\n"));
  isFull = true;
  for (const line of ["lost 1\n", "lost 2\n"]) log.write(Buffer.from(line));
  expect(log.last()).toEqual(["before", "lost 1", "lost 2"]);
  isFull = false;
  for (const line of ["after 1\n", "after 2\n"]) log.write(Buffer.from(line));
  log.close();
  expect(failures).toEqual([expect.stringContaining(`The log ${log.path} cannot be written (ENOSPC).`)]);
  const [before, notice, ...after] = readFileSync(log.path, "utf8").split("\n").filter(Boolean);
  expect([before, ...after]).toEqual(["before", "after 1", "after 2"]);
  expect(JSON.parse(notice)).toMatchObject({ level: 40, missing: 2 });
});
