import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLastChecks } from "@/lib/agents/integrations";
import { kindsOf } from "@/lib/agents/providers/schema";
import { writeAudited } from "@/lib/platform/audit";
import { readSecretStates } from "@/lib/platform/crypto";
import { directUrl } from "@/lib/platform/db";
import { connection } from "@/lib/platform/db/connection";
import { type Migration, readMigrations } from "@/lib/platform/db/migrations";
import { isDirectConnection } from "@/lib/platform/db/require-direct-connection";
import { isSameDatabase } from "@/lib/platform/db/require-same-database";
import { queueFigures, readProcesses } from "@/lib/platform/health";
import { adminOfThisDatabase } from "@/test/fixtures/admin";
import { makeWorkspace, type TestWorkspace } from "@/test/fixtures/workspace";
import { checkClock } from "./check-clock";
import { checkConnections, SELECT_CONNECTIONS } from "./check-connections";
import { checkDatabase } from "./check-database";
import { checkDirectConnection } from "./check-direct-connection";
import { checkGateways } from "./check-gateways";
import { checkJobs } from "./check-jobs";
import { checkKeys } from "./check-keys";
import { checkLastResults } from "./check-last-results";
import { checkMigrations } from "./check-migrations";
import { checkSip } from "./check-sip";
import { checkWorkers } from "./check-workers";
import { CHECKS } from "./checks";
import { runDoctorCommand } from "./command";
import { OWNER_LIMITS, withOwner } from "./owner-connection";
import { probeDatabase } from "./probe-database";
import { readMigrationState } from "./read-migration-state";
import { runChecks } from "./run-checks";
import { makeParts } from "./testing/parts";

const PAST = "2020-01-01T00:00:00.000Z";
const MIGRATIONS = join(import.meta.dirname, "..", "..", "prisma", "migrations");
const PERSONAL = ["+15550107788", "Nina Fox", "nina@fox.example", "hunter2-hunter2"];

let admin: pg.Client;
let space: TestWorkspace;
let folder: string;
/** Time of commands that open ten connections at once, beside other tests. */
const COMMAND_MS = 120_000;

beforeAll(async () => {
  Object.assign(OWNER_LIMITS, { connectMs: COMMAND_MS });
  admin = await adminOfThisDatabase();
  space = await makeWorkspace();
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  await admin.query("delete from graphile_worker._private_jobs");
});
afterAll(async () => {
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

/** The configuration of the product's connection to a changed address. */
function changedAddress(parts: Partial<Pick<URL, "port" | "password" | "pathname">>): pg.ClientConfig {
  const url = Object.assign(new URL(directUrl()), parts);
  return { ...connection(), connectionString: url.href };
}

describe("the database", () => {
  const check = (config?: pg.ClientConfig) =>
    checkDatabase({ hasUrl: true, hasEmbedded: false, probe: () => probeDatabase(config) });

  test("passes as parley_app", async () => {
    expect(await check()).toMatchObject({
      summary: expect.stringMatching(/^PostgreSQL [\d.]+, .*as parley_app$/),
    });
  });

  test.each([
    ["no server listens", { port: "1" }],
    ["the password is refused", { password: "hunter2-hunter2" }],
    ["the database does not exist", { pathname: "/nina" }],
  ])("fails if %s", async (summary, parts) => {
    const finding = await check(changedAddress(parts));
    expect(finding).toMatchObject({ status: "failed", summary: expect.stringContaining(summary) });
    expect(JSON.stringify(finding)).not.toMatch(/hunter2|nina/);
  });

  test("fails under another role, with an old server and without an address", async () => {
    const probe = { version: 180_000, versionText: "18.0", hasRole: true, roundTripMs: 1 };
    const checkProbe = (overrides: object) =>
      checkDatabase({ hasUrl: true, hasEmbedded: false, probe: async () => ({ ...probe, ...overrides }) });
    expect(await checkProbe({ hasRole: false })).toMatchObject({ status: "failed" });
    expect(await checkProbe({ version: 150_004, versionText: "15.4" })).toMatchObject({ status: "failed" });
    expect(await checkProbe({ versionText: "18.1 (Nina's build)" })).toMatchObject({
      summary: "PostgreSQL 18.1, round trip 1.0 ms, as parley_app",
    });
    expect(await checkProbe({ versionText: "Nina" })).toMatchObject({
      summary: expect.stringContaining("of an unknown version"),
    });
    expect(await checkProbe({ roundTripMs: 300 })).toMatchObject({ status: "warning" });
    for (const hasEmbedded of [true, false])
      expect(await checkDatabase({ hasUrl: false, hasEmbedded, probe: probeDatabase })).toMatchObject({
        status: "failed",
      });
  });

  test("has a direct connection, and says if it leads to a pooler", async () => {
    const checkDirect = (isDirect: () => Promise<boolean>) =>
      checkDirectConnection({
        hasUrl: true,
        hasDirectUrl: false,
        isDirect,
        isSame: async () => true,
      });
    expect(await checkDirect(() => isDirectConnection(directUrl()))).toMatchObject({
      status: "ok",
    });
    expect(await checkDirect(async () => false)).toMatchObject({
      status: "failed",
      summary: "DATABASE_URL leads to a connection pooler",
    });
  });

  test("says if the pooler leads to another database", async () => {
    const adminDatabase = new URL(directUrl());
    adminDatabase.pathname = "/postgres";
    const check = (pooledUrl: string) =>
      checkDirectConnection({
        hasUrl: true,
        hasDirectUrl: true,
        isDirect: async () => true,
        isSame: () => isSameDatabase(pooledUrl, directUrl()),
      });
    expect(await check(directUrl())).toMatchObject({ status: "ok" });
    expect(await check(adminDatabase.href)).toMatchObject({
      status: "failed",
      summary: "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
    });
  });

  test("warns about a wrong clock", async () => {
    const check = (offsetMs: number) =>
      checkClock({
        now: () => Date.now() + offsetMs,
        withDatabase: (measure) =>
          withOwner((read) => {
            const select = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms";
            return measure(async () => Number((await read(select))[0]?.ms));
          }),
      });
    expect(await check(-90_000)).toMatchObject({
      status: "warning",
      summary: expect.stringMatching(/^the database's clock is \d+\.\d s ahead of this machine's$/),
    });
    expect(await check(90_000)).toMatchObject({
      status: "warning",
      summary: expect.stringContaining("behind"),
    });
    const right = {
      now: () => 1_000,
      withDatabase: (measure: (read: () => Promise<number>) => Promise<number>) => measure(async () => 2_500),
    };
    expect(await checkClock(right)).toMatchObject({ status: "ok" });
  });

  test("counts its free connections", async () => {
    const readRow = () => withOwner(async (read) => (await read(SELECT_CONNECTIONS))[0]);
    expect(await checkConnections({ readRow, poolSize: 2 })).toMatchObject({
      summary: expect.stringMatching(/^\d+ of \d+ connections in use, \d+ reserved$/),
    });
    const row = async (used: number) => ({ used, max: 100, reserved: 3 });
    expect(await checkConnections({ readRow: () => row(50), poolSize: 10 })).toMatchObject({ status: "ok" });
    expect(await checkConnections({ readRow: () => row(90), poolSize: 10 })).toMatchObject({
      status: "warning",
    });
    expect(await checkConnections({ readRow: () => row(97), poolSize: 10 })).toMatchObject({
      status: "failed",
    });
  });

  test("rejects a statement that would change rows", async () => {
    await expect(withOwner((read) => read("delete from worker_heartbeats"))).rejects.toMatchObject({
      code: "25006",
    });
  });
});

test("reports pending, unknown and edited migrations", async () => {
  const migrations = await readMigrations(MIGRATIONS);
  const check = (list: Migration[]) =>
    checkMigrations({ readState: () => withOwner((read) => readMigrationState(read, list)) });
  expect(await check(migrations)).toMatchObject({
    status: "ok",
    summary: `${migrations.length} migrations applied, none pending`,
  });
  const next = (sql: string) => ({ name: "20990101000000_next", checksum: "x", sql: `${sql}\nSELECT 1;` });
  expect(await check([...migrations, next("-- expand")])).toMatchObject({
    status: "failed",
    summary: `1 migration pending, ${migrations.length} applied`,
  });
  const contract = next(`-- contract: needs ${migrations.at(-1)?.name}`);
  expect(await check([...migrations, contract])).toMatchObject({
    status: "warning",
    summary: `1 contract migration not applied, ${migrations.length} applied`,
  });
  // The former release finds the database of this one.
  const former = migrations.slice(0, -1);
  expect(await check(former)).toMatchObject({
    status: "warning",
    summary: "the database has 1 migration of a newer version, which this one can use",
  });
  const { rows } = await admin.query("select oldest_release from schema_state");
  await admin.query("update schema_state set oldest_release = level");
  expect(await check(former)).toMatchObject({
    status: "failed",
    summary: "the database has 1 migration that this version does not have",
  });
  await admin.query("update schema_state set oldest_release = $1", [rows[0]?.oldest_release]);
  const edited = migrations.map((migration, index) =>
    index === 0 ? { ...migration, checksum: "x" } : migration,
  );
  expect(await check(edited)).toMatchObject({ status: "failed", summary: expect.stringContaining("edited") });
});

test("reports key files that are missing, of another installation, or readable by others", async () => {
  const dataDir = join(folder, "keys");
  const check = (hasWorkspace = false) =>
    checkKeys({ readStates: () => readSecretStates(dataDir), hasWorkspace: async () => hasWorkspace });
  await admin.query("delete from secret_fingerprints");
  expect(await check()).toMatchObject({ status: "skipped" });
  expect(await check(true)).toMatchObject({ status: "warning" });
  await admin.query("insert into secret_fingerprints (name, fingerprint) values ('root.key', 'another')");
  expect(await check()).toMatchObject({ status: "failed", summary: "missing in secrets/: root.key" });
  mkdirSync(join(dataDir, "secrets"), { recursive: true, mode: 0o700 });
  const file = join(dataDir, "secrets", "root.key");
  writeFileSync(file, randomBytes(32), { mode: 0o600 });
  expect(await check()).toMatchObject({ status: "failed", summary: "of another installation: root.key" });
  const { rows } = await admin.query("select name from secret_fingerprints");
  expect(rows).toEqual([{ name: "root.key" }]);
  await admin.query("delete from secret_fingerprints");
  expect(await check()).toMatchObject({ status: "ok" });
  expect(await check(true)).toMatchObject({ status: "warning" });
  writeFileSync(file, randomBytes(31));
  const short = await check();
  expect(short).toMatchObject({ status: "failed" });
  expect(JSON.stringify(short)).not.toContain(folder);
  await admin.query("delete from secret_fingerprints");
});

test("reports SIP trunks without a gateway that has SIP", async () => {
  const on = { isOn: true, hasPort: true, hasTrustAnchors: false };
  const check = (trunks: number, settings = on, callerSignatures: "off" | "required" = "off") =>
    checkSip({
      read: readProcesses,
      readTrunks: async () => Array.from({ length: trunks }, () => ({ callerSignatures })),
      settings,
    });
  await admin.query("delete from voice_gateways");
  expect(await check(0, { ...on, isOn: false })).toMatchObject({ status: "skipped" });
  const insert =
    "insert into voice_gateways (gateway_id, is_separate, carries_sip, last_reported_at) values ($1, false, $2, now() + interval '1 hour')";
  await admin.query(insert, ["plain", false]);
  expect(await check(2)).toMatchObject({ status: "failed", summary: "2 trunks, 0 gateways with SIP" });
  await admin.query(insert, ["sip", true]);
  expect(await check(1)).toMatchObject({ status: "ok", summary: "1 trunk, 1 gateway with SIP" });
  expect(await check(1, { ...on, hasPort: false })).toMatchObject({ status: "warning" });
  expect(await check(1, on, "required")).toMatchObject({
    status: "failed",
    action: expect.stringContaining("STIR_TRUST_ANCHORS"),
  });
  expect(await check(1, { ...on, hasTrustAnchors: true }, "required")).toMatchObject({ status: "ok" });
  await admin.query("delete from voice_gateways");
});

test("reports missing workers, late and failed jobs, and gateways without free calls", async () => {
  const workers = () => checkWorkers({ read: readProcesses });
  const gateways = () => checkGateways({ read: readProcesses });
  const jobs = () => checkJobs({ read: queueFigures });
  await admin.query("delete from worker_heartbeats");
  expect(await workers()).toMatchObject({ status: "failed" });
  expect(await gateways()).toMatchObject({ status: "warning", summary: "no voice gateway reports" });
  expect(await jobs()).toMatchObject({ status: "ok" });
  await admin.query(
    "insert into worker_heartbeats (worker_id, last_heartbeat_at) values ('a', now() + interval '1 hour'), ('b', $1)",
    [PAST],
  );
  expect(await workers()).toMatchObject({ status: "warning", summary: expect.stringContaining("1 silent") });
  await admin.query(
    "insert into voice_gateways (gateway_id, is_separate, free_calls, last_reported_at) values ('a', false, 0, now() + interval '1 hour')",
  );
  expect(await gateways()).toMatchObject({ status: "warning", summary: "1 running, 0 further calls" });
  await admin.query("update voice_gateways set free_calls = 7");
  expect(await gateways()).toMatchObject({ status: "ok" });
  const { workspaceId } = space;
  await admin.query(
    "select graphile_worker.add_job('notice.mail', $1::json, run_at := $2::timestamptz, max_attempts := 1, job_key := 'doctor')",
    [JSON.stringify({ workspaceId, noticeId: "n" }), PAST],
  );
  expect(await jobs()).toMatchObject({ status: "failed", summary: expect.stringContaining("notice.mail") });
  await admin.query("update graphile_worker._private_jobs set attempts = max_attempts");
  expect(await jobs()).toMatchObject({ status: "warning", summary: "permanently failed: 1 notice.mail" });
  const foreign = { task: "nina.fox", due: 1, running: 0, later: 0, failed: 1, oldest_s: 0 };
  const checkForeign = (oldest_s: number) =>
    checkJobs({ read: async () => ({ workers: 1, jobs: [{ ...foreign, oldest_s }] }) });
  expect(await checkForeign(0)).toMatchObject({ summary: "permanently failed: 1 an unknown job" });
  expect(await checkForeign(900)).toMatchObject({ summary: expect.stringContaining(": an unknown job") });
  await admin.query("delete from graphile_worker._private_jobs");
  await admin.query("delete from worker_heartbeats");
  await admin.query("delete from voice_gateways");
});

test("shows the stored results of the last checks of accounts, without their names", async () => {
  const check = () =>
    checkLastResults({ label: "carrier accounts", read: () => readLastChecks(kindsOf("carrier")) });
  expect(await check()).toMatchObject({ status: "skipped" });
  const id = "int_doctor";
  await admin.query(
    "insert into integrations (workspace_id, id, environment, name, kind, hosts, secret, created_at) values ($1, $2, 'live', 'Nina Fox', 'twilio', '{}', '', now())",
    [space.workspaceId, id],
  );
  expect(await check()).toMatchObject({
    status: "warning",
    summary: "1 of 1 carrier accounts were never checked",
  });
  const addResult = (after: { ok: boolean; codes: string[] }) =>
    writeAudited(space.ctx("admin"), {
      run: [],
      audit: { action: "integration.checked", target: id, after },
    });
  await addResult({ ok: true, codes: [] });
  expect(await check()).toMatchObject({ status: "ok" });
  const { unread } = await readLastChecks(kindsOf("carrier"), 0);
  expect(unread).toBeGreaterThan(0);
  const limited = checkLastResults({ label: "accounts", read: async () => ({ checks: [], unread: 7 }) });
  expect(await limited).toMatchObject({
    summary: "there are no accounts; 7 workspaces beyond the limit not read",
  });
  await addResult({ ok: false, codes: ["wrong_key", "Nina Fox"] });
  const finding = await check();
  expect(finding).toMatchObject({
    status: "warning",
    summary: `the last check of 1 of 1 carrier accounts failed: ${id} (wrong_key)`,
  });
  expect(JSON.stringify(finding)).not.toContain("Nina");
});

describe("the command", () => {
  const makeDeployment = () => {
    const dataDir = join(folder, "deployment");
    mkdirSync(join(dataDir, "logs"), { recursive: true });
    const lines = PERSONAL.flatMap((value) => [
      `${value} is not JSON`,
      JSON.stringify({ level: 50, time: PAST, msg: value, from: value, err: { code: value, type: value } }),
    ]);
    writeFileSync(join(dataDir, "logs", "server.log"), lines.join("\n"));
    return makeParts(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: directUrl(),
        SMTP_URL: "smtp://nina%40fox.example:hunter2-hunter2@127.0.0.1:1",
        MAIL_FROM: "Nina Fox <nina@fox.example>",
        PARLEY_BASE_URL: "http://127.0.0.1:1",
        // The port of a Parley that runs on this machine is not asked.
        PORT: "1",
      },
      { root: join(import.meta.dirname, "..", ".."), uid: statSync(folder).uid },
    );
  };

  test(
    "runs every check of this machine and its database",
    async () => {
      const patientChecks = CHECKS.map((check) => ({ ...check, limitMs: COMMAND_MS }));
      const results = await runChecks(patientChecks, makeDeployment());
      const statuses = new Map(results.map(({ name, status }) => [name, status]));
      for (const name of ["direct connection", "migrations", "data folder"])
        expect(statuses.get(name)).toBe("ok");
      for (const name of ["workers", "mail", "address"]) expect(statuses.get(name)).toBe("failed");
      expect(results.filter(({ summary }) => summary.includes("ended with an error"))).toEqual([]);
    },
    COMMAND_MS,
  );

  test.each(["support.json", "support.json.gz"])(
    "writes %s without personal values",
    async (name) => {
      const parts = makeDeployment();
      const file = join(folder, name);
      const { text } = await runDoctorCommand({ json: false, bundle: file }, parts);
      expect(text).toContain("The support bundle is written.");
      expect(statSync(file).mode & 0o077).toBe(0);
      const bytes = readFileSync(file);
      const bundle = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
      expect(JSON.parse(bundle)).toMatchObject({
        doctor: { result: "failed" },
        environment: { set: expect.arrayContaining(["SMTP_URL"]) },
        migrations: { pending: [], unknown: 0 },
        tables: { calls: expect.any(Number), contacts: expect.any(Number) },
        queue: { workers: 0 },
        logs: { server: { withheld: PERSONAL.length }, worker: { error: "ENOENT" } },
      });
      for (const value of [...PERSONAL, folder, new URL(directUrl()).password, "_prisma_migrations"])
        expect(`${bundle}${text}`).not.toContain(value);
      const repeated = await runDoctorCommand({ json: false, bundle: file }, parts);
      expect(repeated).toMatchObject({ exitCode: 1, text: expect.stringContaining("EEXIST") });
    },
    COMMAND_MS,
  );
});
