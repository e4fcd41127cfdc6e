import { expect, test } from "vitest";
import { readEnv } from "./env";

const bucket = { S3_BUCKET: "recordings", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };

test.each([
  ["DATABASE_URL", { DATABASE_URL: "postgresql://u:p@db.example.com/parley" }],
  ["DATABASE_URL", { DATABASE_URL: "postgresql://u:p@db.example.com/parley?sslmode=prefer" }],
  ["DATABASE_URL", { DATABASE_URL: "postgresql://u:p@10.0.0.5/parley?sslmode=disable" }],
  [
    "DATABASE_DIRECT_URL",
    {
      DATABASE_URL: "postgresql://u:p@localhost/parley",
      DATABASE_DIRECT_URL: "postgresql://u:p@db.example.com/parley",
    },
  ],
  ["S3_ENDPOINT", { ...bucket, S3_ENDPOINT: "http://minio.example.com:9000" }],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.com:4318" }],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318" }],
])("rejects an unencrypted %s with one line that names the remedy", (name, env) => {
  expect(() => readEnv(env)).toThrow(
    new RegExp(`\\n {2}${name}: would be unencrypted[^\\n]*PLAINTEXT_HOSTS\\n`),
  );
});

test.each([
  [{ DATABASE_URL: "postgresql://u:p@db.example.com/parley?sslmode=verify-full" }],
  [{ DATABASE_URL: "postgresql://u:p@db.example.com/parley?sslmode=require" }],
  [{ DATABASE_URL: "postgresql://u:p@localhost:5432/parley" }],
  [{ DATABASE_URL: "postgresql://u:p@[::1]:5432/parley" }],
  [{ DATABASE_URL: "postgresql://u:p@db/parley", PLAINTEXT_HOSTS: "cache, DB" }],
  [{ DATABASE_URL: "postgresql://u:p@db:5433/parley", PLAINTEXT_HOSTS: "db:5433" }],
  [{ ...bucket, S3_ENDPOINT: "https://minio.example.com:9000" }],
  [{ ...bucket, S3_ENDPOINT: "http://minio:9000", PLAINTEXT_HOSTS: "minio" }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", PLAINTEXT_HOSTS: "collector" }],
])("accepts %j: encrypted, on this machine, or listed by the operator", (env) => {
  expect(readEnv(env)).toMatchObject({ PORT: 3000 });
});

test("reads the maximum number of calls of a gateway, and leaves it to measurements without one", () => {
  expect(readEnv({}).VOICE_MAX_CALLS).toBeUndefined();
  expect(readEnv({ VOICE_MAX_CALLS: "50" }).VOICE_MAX_CALLS).toBe(50);
  for (const VOICE_MAX_CALLS of ["0", "-1", "many", "1.5"])
    expect(() => readEnv({ VOICE_MAX_CALLS })).toThrow("VOICE_MAX_CALLS");
});

test("names the missing variable when a certificate or its key is set alone", () => {
  expect(() => readEnv({ TLS_CERT: "/etc/parley/cert.pem" })).toThrow("TLS_KEY: is required too");
  expect(() => readEnv({ TLS_KEY: "/etc/parley/key.pem" })).toThrow("TLS_CERT: is required too");
});

test("rejects a metrics port that conflicts, or whose next two ports conflict, with another process's port", () => {
  for (const conflicting of [
    { METRICS_PORT: "3000" },
    { METRICS_PORT: "2999" },
    { METRICS_PORT: "3001" },
    { METRICS_PORT: "4000", PAGES_PORT: "4001" },
    { METRICS_PORT: "65534" },
    { METRICS_PORT: "2998" },
  ])
    expect(() => readEnv(conflicting)).toThrow(/\n {2}METRICS_PORT: /);
  expect(readEnv({ METRICS_PORT: "9464" })).toMatchObject({ METRICS_PORT: 9464 });
  expect(readEnv({ METRICS_PORT: "3001", PAGES_PORT: "4001" })).toMatchObject({ METRICS_PORT: 3001 });
});

test("requires the metrics token when other machines reach the metrics port", () => {
  for (const METRICS_HOST of ["0.0.0.0", "::", "10.0.0.5"]) {
    const values = { METRICS_PORT: "9464", METRICS_HOST };
    expect(() => readEnv(values)).toThrow(/\n {2}METRICS_TOKEN: is required when METRICS_HOST/);
    expect(readEnv({ ...values, METRICS_TOKEN: "0123456789abcdef0123456789abcdef" })).toMatchObject({
      METRICS_HOST,
    });
  }
  for (const METRICS_HOST of ["127.0.0.1", "::1", "localhost"])
    expect(readEnv({ METRICS_HOST })).toMatchObject({ METRICS_HOST });
});

test("rejects a guessable metrics token without repeating it", () => {
  for (const METRICS_TOKEN of ["short", "with spaces 0123456789abcdef0123456789"])
    expect(() => readEnv({ METRICS_TOKEN })).toThrow(/\n {2}METRICS_TOKEN: needs 32 to 200 [^\n]*spaces\n/);
});

test("limits the time for draining to the longest call, and leaves its default to the role", () => {
  expect(readEnv({}).DRAIN_SECONDS).toBeUndefined();
  expect(readEnv({ DRAIN_SECONDS: "" }).DRAIN_SECONDS).toBeUndefined();
  expect(readEnv({ DRAIN_SECONDS: "30" }).DRAIN_SECONDS).toBe(30);
  for (const DRAIN_SECONDS of ["-1", "14401", "soon", "1.5"])
    expect(() => readEnv({ DRAIN_SECONDS })).toThrow("DRAIN_SECONDS");
});

test.each([
  [
    { DATABASE_DIRECT_URL: "postgresql://u:p@localhost/parley" },
    /DATABASE_URL: is required when DATABASE_DIRECT_URL/,
  ],
  [
    { DATABASE_URL: "postgresql://u:p@localhost/parley?options=-crole%3Dx" },
    /DATABASE_URL: must not have `options`/,
  ],
])("rejects %j", (env, message) => {
  expect(() => readEnv(env)).toThrow(message);
});
