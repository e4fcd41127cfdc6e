import { expect, test } from "vitest";
import { createConstantTest } from "./log-texts";
import { publicLine } from "./public-line";

const SOURCE = 'log.warn({ err: error }, "a database connection was lost"); const name = "Nina";';
const DEMO = `${" ".repeat(500)}const caller = "Nina Fox";`;
const isConstant = createConstantTest([SOURCE + DEMO]);
const TIME = "2026-11-27T10:00:00.000Z";
const line = (fields: object) => publicLine(JSON.stringify({ level: 40, time: TIME, ...fields }), isConstant);

test("keeps the level, the time, constant messages, codes, tasks and statuses", () => {
  const fields = {
    msg: "a database connection was lost",
    err: { type: "AppError", code: "unavailable", cause: { code: "57P01" }, stack: ["    at /home/nina"] },
    task: "notice.mail",
    status: 503,
  };
  expect(line(fields)).toEqual({
    level: "warn",
    time: TIME,
    msg: "a database connection was lost",
    err: { type: "AppError", code: "unavailable", cause: { code: "57P01" } },
    task: "notice.mail",
    status: 503,
  });
});

test("withholds every value that can be personal", () => {
  const personal = "Nina Fox +15550107788 nina@fox.example smtp://nina:hunter2@mail.example";
  const fields = {
    msg: `the call of ${personal} was lost`,
    err: { type: "Nina Fox", code: "NINA", message: personal, cause: { code: "12345" } },
    task: personal,
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
