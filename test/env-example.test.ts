import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/platform/env";

const root = join(import.meta.dirname, "..");
const example = parseEnv(readFileSync(join(root, ".env.example"), "utf8"));

test(".env.example shows each variable that the product reads, and no other", () => {
  const source = ["read-env.ts", "telemetry-variables.ts"]
    .map((file) => readFileSync(join(root, "lib/platform", file), "utf8"))
    .join("\n");
  const read = new Set([...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name));
  expect(read.size).toBeGreaterThan(10);
  expect(Object.keys(example).sort()).toEqual([...read].sort());
});

test("a copy of .env.example is a valid environment and changes nothing", () => {
  expect(readEnv(example)).toEqual(readEnv({ NODE_ENV: "production" }));
});

test("a mail server without a sender, or without an address for its links, is refused at the start", () => {
  const values = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Parley <parley@example.com>" };
  expect(() => readEnv({ SMTP_URL: values.SMTP_URL })).toThrow(/MAIL_FROM.*\n.*PARLEY_BASE_URL/);
  expect(readEnv({ ...values, PARLEY_BASE_URL: "https://parley.example.com" })).toMatchObject(values);
});

test("a bucket without its keys is refused at the start, by the names of what is missing", () => {
  expect(() => readEnv({ S3_BUCKET: "parley" })).toThrow(/S3_ACCESS_KEY_ID.*\n.*S3_SECRET_ACCESS_KEY/);
  const values = { S3_BUCKET: "parley", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readEnv(values)).toMatchObject({ ...values, S3_REGION: "us-east-1" });
});
