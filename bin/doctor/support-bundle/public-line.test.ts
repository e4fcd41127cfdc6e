import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createConstantTest } from "./log-texts";
import { publicLine } from "./public-line";

const SOURCE = 'log.warn({ err: error }, "a database connection was lost"); const name = "Nina";';
const DEMO = `${" ".repeat(500)}const caller = "Nina Fox";`;
const isConstant = createConstantTest([SOURCE + DEMO]);
const TIME = "2026-11-27T10:00:00.000Z";
const line = (fields: object) => publicLine(JSON.stringify({ level: 40, time: TIME, ...fields }), isConstant);

test("keeps the level, the time, constant messages, codes, jobs and statuses", () => {
  const fields = {
    msg: "a database connection was lost",
    err: { type: "AppError", code: "unavailable", cause: { code: "57P01" }, stack: ["    at /home/nina"] },
    job: "notice.mail",
    jobId: "42",
    attempt: 3,
    status: 503,
  };
  expect(line(fields)).toEqual({
    level: "warn",
    time: TIME,
    msg: "a database connection was lost",
    err: { type: "AppError", code: "unavailable", cause: { code: "57P01" } },
    job: "notice.mail",
    attempt: 3,
    status: 503,
  });
});

test.each([
  ["jobs/tasks.ts", "a job failed for good"],
  ["jobs/tasks.ts", "a job failed and is tried again"],
  ["overload/index.ts", "requests are refused with 503, as this process is overloaded"],
])("keeps the message of a call in lib/platform/%s: %s", (file, msg) => {
  const source = readFileSync(join(import.meta.dirname, "..", "..", "..", "lib", "platform", file), "utf8");
  expect(publicLine(JSON.stringify({ level: 50, time: TIME, msg }), createConstantTest([source]))).toEqual({
    level: "error",
    time: TIME,
    msg,
  });
});

test("withholds every value that can be personal", () => {
  const personal = "Nina Fox +15550107788 nina@fox.example smtp://nina:hunter2@mail.example";
  const fields = {
    msg: `the call of ${personal} was lost`,
    err: { type: "Nina Fox", code: "NINA", message: personal, cause: { code: "12345" } },
    job: personal,
    attempt: 15550107788,
    status: 15550107788,
    phone: "+15550107788",
    [personal]: personal,
    nested: { deep: [personal] },
  };
  expect(line(fields)).toEqual({ level: "warn", time: TIME, err: { cause: {} } });
  for (const msg of ["Nina", "Nina Fox", personal, "a database connection", 42])
    expect(line({ msg })).toEqual({ level: "warn", time: TIME });
  for (const code of ["90210", "EMMA", "nina@fox.example", 5550107])
    expect(line({ err: { code } })).toMatchObject({ err: {} });
});

test.each([
  "",
  "Nina Fox called",
  "42",
  "null",
  "[]",
  '{"level":40}',
  '{"level":"Nina","time":"x"}',
  `{"level":40,"time":"Nina ${TIME}"}`,
])("withholds the line %j, which is none of the product's log", (text) => {
  expect(publicLine(text, isConstant)).toBeNull();
});
