import { access, statfs } from "node:fs/promises";
import { join } from "node:path";
import { listSipTrunks, readLastChecks } from "@/lib/agents/integrations";
import { kindsOf } from "@/lib/agents/providers/schema";
import { readBackfills } from "@/lib/platform/backfills";
import { listSecretNames, openSecrets, readSecretStates } from "@/lib/platform/crypto";
import { databaseUrl, directUrl } from "@/lib/platform/db";
import { SELECT_DATABASE_TIME } from "@/lib/platform/db/database-clock";
import { readMigrations } from "@/lib/platform/db/migrations";
import { workspaceIds } from "@/lib/platform/db/plain";
import { isDirectConnection } from "@/lib/platform/db/require-direct-connection";
import { isSameDatabase } from "@/lib/platform/db/require-same-database";
import { queueFigures, readProcesses } from "@/lib/platform/health";
import { storage } from "@/lib/platform/storage";
import { GROUPS } from "../start/role-variables.mjs";
import { checkAddress } from "./check-address";
import { checkBackfills } from "./check-backfills";
import { checkBuild } from "./check-build";
import { checkCertificate } from "./check-certificate";
import { checkClock } from "./check-clock";
import { checkConnections, SELECT_CONNECTIONS } from "./check-connections";
import { checkDataDir } from "./check-data-dir";
import { checkDatabase } from "./check-database";
import { checkDirectConnection } from "./check-direct-connection";
import { checkDisk } from "./check-disk";
import { checkEnvironment } from "./check-environment";
import { checkGateways } from "./check-gateways";
import { checkJobs } from "./check-jobs";
import { checkKeys } from "./check-keys";
import { checkLastResults } from "./check-last-results";
import { checkMail } from "./check-mail";
import { checkMigrations } from "./check-migrations";
import { checkNode } from "./check-node";
import { checkRootKey } from "./check-root-key";
import { checkSecretsFolder } from "./check-secrets-folder";
import { checkServer } from "./check-server";
import { checkSip } from "./check-sip";
import { checkStorage } from "./check-storage";
import { checkTrustAnchors } from "./check-trust-anchors";
import { checkWorkers } from "./check-workers";
import { mailServer } from "./mail-server";
import { withOwner } from "./owner-connection";
import { probeDatabase } from "./probe-database";
import { readBuild } from "./read-build";
import { readMigrationState } from "./read-migration-state";
import { requestAddress } from "./request-address";
import type { Check } from "./run-checks";

/** Checks of files. */
const LOCAL_MS = 10_000;
/** A login and a request for each root key, with a limit of 5 s each, and for AWS up to three requests for credentials. */
const ROOT_KEY_MS = 45_000;
/** A diagnosis reports a failure, and does not wait for its end. */
const ONE_ATTEMPT = { attempts: 1, pauseMs: 0, maxPauseMs: 0 };
/** Checks that ask the database: longer than its own limits for a connection and a statement. */
const DATABASE_MS = 25_000;
/** Each of four exchanges with a bucket is tried three times. */
const STORAGE_MS = 60_000;
/** Longer than the mailer's own limits for connection, greeting and silence. */
const MAIL_MS = 45_000;
/** Up to six exchanges with an address that redirects, each with its own limit. */
const ADDRESS_MS = 50_000;
/** Read workspace by workspace. */
const ACCOUNTS_MS = 60_000;

/** Checks of the product's data, which its role reads. */
const database = { limitMs: DATABASE_MS, needs: "database" };
/** Checks of the server, which the user of the address reads: also before the first migration. */
const postgres = { limitMs: DATABASE_MS, needs: "direct connection" };
const accounts = { limitMs: ACCOUNTS_MS, needs: "database" };

/** Asynchronous, as the time limit of a check has no effect while a file system that hangs blocks this thread. */
const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Every check, in the order of the report. A check comes after the one that it needs. */
export const CHECKS: readonly Check[] = [
  { name: "node", limitMs: LOCAL_MS, run: ({ nodeVersion }) => checkNode({ version: nodeVersion }) },
  { name: "build", limitMs: LOCAL_MS, run: ({ root }) => checkBuild(readBuild(root)) },
  { name: "environment", limitMs: LOCAL_MS, run: checkEnvironment },
  {
    name: "data folder",
    limitMs: LOCAL_MS,
    run: ({ env, uid }) => checkDataDir({ dataDir: env.DATA_DIR, uid }),
  },
  {
    name: "disk",
    limitMs: LOCAL_MS,
    run: ({ env }) => checkDisk({ statfs: () => statfs(env.DATA_DIR) }),
  },
  {
    name: "secrets folder",
    limitMs: LOCAL_MS,
    run: ({ env, uid }) => checkSecretsFolder({ dataDir: env.DATA_DIR, uid }),
  },
  {
    name: "database",
    limitMs: DATABASE_MS,
    variables: ["DATABASE_URL", "DATABASE_DIRECT_URL"],
    run: async ({ env }) =>
      checkDatabase({
        hasUrl: env.DATABASE_URL !== undefined,
        hasEmbedded: await fileExists(join(env.DATA_DIR, "pg", "data")),
        probe: () => probeDatabase(),
      }),
  },
  {
    name: "direct connection",
    limitMs: DATABASE_MS,
    variables: ["DATABASE_URL", "DATABASE_DIRECT_URL"],
    run: ({ env: { DATABASE_URL, DATABASE_DIRECT_URL } }) =>
      checkDirectConnection({
        hasUrl: DATABASE_URL !== undefined,
        hasDirectUrl: DATABASE_DIRECT_URL !== undefined,
        isDirect: () => isDirectConnection(directUrl()),
        isSame: () => isSameDatabase(databaseUrl(), directUrl()),
      }),
  },
  {
    name: "clock",
    ...postgres,
    run: ({ now }) =>
      checkClock({
        now,
        withDatabase: (measure) =>
          withOwner((read) => measure(async () => Number((await read(SELECT_DATABASE_TIME))[0]?.ms))),
      }),
  },
  {
    name: "connections",
    ...postgres,
    run: ({ env }) =>
      checkConnections({
        poolSize: env.DATABASE_POOL,
        readRow: () => withOwner(async (read) => (await read(SELECT_CONNECTIONS))[0]),
      }),
  },
  {
    name: "migrations",
    ...postgres,
    run: ({ root }) =>
      checkMigrations({
        readState: async () => {
          const migrations = await readMigrations(join(root, "prisma", "migrations"));
          return withOwner((read) => readMigrationState(read, migrations));
        },
      }),
  },
  {
    name: "root key",
    limitMs: ROOT_KEY_MS,
    variables: GROUPS.rootKey ?? [],
    run: async ({ env }) => {
      await fileExists(join(env.DATA_DIR, "secrets"));
      return checkRootKey({
        source: env.ROOT_KEY_SOURCE,
        open: async () => {
          await openSecrets(undefined, ONE_ATTEMPT);
          return listSecretNames().length;
        },
      });
    },
  },
  {
    name: "keys",
    ...database,
    run: async ({ env }) => {
      // The product reads its key files synchronously. This waits until their file system answers, or the limit ends.
      await fileExists(join(env.DATA_DIR, "secrets"));
      return checkKeys({
        readStates: () => readSecretStates(env.DATA_DIR),
        hasWorkspace: async () => (await workspaceIds()).length > 0,
      });
    },
  },
  {
    name: "storage",
    limitMs: STORAGE_MS,
    variables: ["S3_BUCKET", "S3_REGION", "S3_ENDPOINT", "S3_PREFIX"],
    run: async ({ env }) => {
      const isBucket = env.S3_BUCKET !== undefined;
      const exists = isBucket || (await fileExists(join(env.DATA_DIR, "storage")));
      return checkStorage({ storage: exists ? storage() : null, kind: isBucket ? "bucket" : "folder" });
    },
  },
  {
    name: "mail",
    limitMs: MAIL_MS,
    variables: ["SMTP_URL", "MAIL_FROM"],
    run: ({ env, mailTo }) => checkMail({ server: mailServer(env), mailTo }),
  },
  { name: "workers", ...database, run: () => checkWorkers({ read: readProcesses }) },
  { name: "jobs", ...database, run: () => checkJobs({ read: queueFigures }) },
  { name: "backfills", ...database, run: () => checkBackfills({ read: readBackfills }) },
  { name: "gateways", ...database, run: () => checkGateways({ read: readProcesses }) },
  {
    name: "sip",
    ...database,
    variables: ["SIP_ADDRESS", "SIP_TCP_PORT", "TLS_CERT", "STIR_TRUST_ANCHORS"],
    run: ({ env }) =>
      checkSip({
        read: readProcesses,
        readTrunks: async () => (await listSipTrunks()).map(({ settings }) => settings),
        settings: {
          isOn: env.SIP_ADDRESS !== undefined,
          hasPort: env.TLS_CERT !== undefined || env.SIP_TCP_PORT !== undefined,
          hasTrustAnchors: env.STIR_TRUST_ANCHORS !== undefined,
        },
      }),
  },
  {
    name: "server",
    limitMs: ADDRESS_MS,
    variables: ["HOST", "PORT", "TLS_CERT", "TLS_KEY"],
    run: ({ env }) =>
      checkServer({
        host: env.HOST,
        port: env.PORT,
        hasTls: env.TLS_CERT !== undefined,
        request: requestAddress,
      }),
  },
  {
    name: "address",
    limitMs: ADDRESS_MS,
    variables: ["PARLEY_BASE_URL"],
    run: ({ env, now }) =>
      checkAddress({
        variable: "PARLEY_BASE_URL",
        address: env.PARLEY_BASE_URL,
        request: requestAddress,
        now,
      }),
  },
  {
    name: "voice address",
    limitMs: ADDRESS_MS,
    variables: ["PARLEY_VOICE_URL"],
    run: ({ env, now }) =>
      checkAddress({
        variable: "PARLEY_VOICE_URL",
        address: env.PARLEY_VOICE_URL,
        request: requestAddress,
        now,
      }),
  },
  {
    name: "certificate",
    limitMs: LOCAL_MS,
    variables: ["TLS_CERT", "TLS_KEY"],
    run: ({ env, now }) =>
      checkCertificate({
        certificateFile: env.TLS_CERT,
        keyFile: env.TLS_KEY,
        baseUrl: env.PARLEY_BASE_URL,
        now,
      }),
  },
  {
    name: "trust anchors",
    limitMs: LOCAL_MS,
    variables: ["STIR_TRUST_ANCHORS"],
    run: ({ env, now }) => checkTrustAnchors({ file: env.STIR_TRUST_ANCHORS, now }),
  },
  {
    name: "carriers",
    ...accounts,
    run: () =>
      checkLastResults({ label: "carrier accounts", read: () => readLastChecks(kindsOf("carrier")) }),
  },
  {
    name: "models and voices",
    ...accounts,
    run: () =>
      checkLastResults({
        label: "accounts of models and voices",
        read: () => readLastChecks(kindsOf("model", "speech")),
      }),
  },
];
