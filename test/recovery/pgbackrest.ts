import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { unprivileged } from "../../scripts/database/binaries.mjs";
import { secretFile } from "../../scripts/database/cluster.mjs";

const run = promisify(execFile);
const USUAL = ["/usr/bin/pgbackrest", "/usr/local/bin/pgbackrest"];
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/** Limit of one backup or restore. */
const TIMEOUT_MS = 3_600_000;

/** Finds the program, or throws an error that says how to install it. */
export function findPgBackRest(): string {
  const program = process.env.PGBACKREST ?? USUAL.find((path) => existsSync(path));
  if (program === undefined)
    throw new Error("pgBackRest was not found. Install it, or set PGBACKREST to its program.");
  return program;
}

type Repository = {
  /** Seconds after which PostgreSQL archives a log file that is not full. */
  archiveTimeoutS: number;
};

/**
 * A pgBackRest repository in `folder` with the settings of deploy/pgbackrest/pgbackrest.conf, for the cluster in `folder/pg`.
 * `settings` are those that PostgreSQL needs to archive.
 */
export function createRepository(program: string, folder: string, { archiveTimeoutS }: Repository) {
  const { prefix, user } = unprivileged();
  const config = join(folder, "pgbackrest.conf");
  const socket = join(folder, "socket");
  const data = join(folder, "pg", "data");
  for (const name of ["repository", "socket", "log", "lock", "spool"]) mkdirSync(join(folder, name));
  writeFileSync(
    config,
    [
      "[global]",
      `repo1-path=${join(folder, "repository")}`,
      "repo1-retention-full-type=time",
      "repo1-retention-full=7",
      "repo1-cipher-type=aes-256-cbc",
      `repo1-cipher-pass=${secretFile(join(folder, "cipher"))}`,
      "start-fast=y",
      "compress-type=zst",
      `log-path=${join(folder, "log")}`,
      `lock-path=${join(folder, "lock")}`,
      `spool-path=${join(folder, "spool")}`,
      "",
      "[parley]",
      `pg1-path=${data}`,
      `pg1-socket-path=${socket}`,
      "pg1-user=postgres",
    ].join("\n"),
  );
  const environment = { ...process.env, PGBACKREST_CONFIG: config };
  return {
    prefix,
    user,
    environment,
    settings: {
      wal_level: "replica",
      archive_mode: "on",
      archive_timeout: String(archiveTimeoutS),
      archive_command: `${program} --config=${config} --stanza=parley archive-push %p`,
      // A server in recovery refuses connections until it is complete.
      hot_standby: "off",
      unix_socket_directories: socket,
    },
    /** Runs a command of pgBackRest. `server` is the running cluster, which backups need. Throws with its output. */
    async command(args: readonly string[], server?: { port: number; password: string }): Promise<string> {
      const port = server ? [`--pg1-port=${server.port}`] : [];
      const [file = program, ...parameters] = [
        ...prefix,
        program,
        "--stanza=parley",
        `--config=${config}`,
        ...port,
        ...args,
      ];
      const { stdout } = await run(file, parameters, {
        env: { ...environment, ...(server && { PGPASSWORD: server.password }) },
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: TIMEOUT_MS,
      });
      return stdout;
    },
  };
}
export type BackupRepository = ReturnType<typeof createRepository>;
