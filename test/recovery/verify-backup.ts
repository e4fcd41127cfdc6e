import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { nativeFolder } from "../../scripts/database/binaries.mjs";
import { freePort } from "../fixtures/free-port";
import { asSuperuser, ROOT } from "./cluster";
import { ARCHIVE_DELAY_S, formatSeconds, measure, type State, say, serverOf } from "./state";

const run = promisify(execFile);
const TIMEOUT_MS = 3_600_000;

/** The daily verification restores the newest backup beside the running database. */
export async function verifyBackup(state: State, step: string, isValid: boolean): Promise<void> {
  const { folder, repository, cluster, rows, archiveTimeoutS } = state;
  say(`Verifying the newest backup (${step})`);
  const scratch = join(folder, "verify");
  const port = await freePort();
  const { ms, result } = await measure(() =>
    run("bash", [join(ROOT, "deploy", "pgbackrest", "verify-restore.sh")], {
      env: {
        ...repository.environment,
        PATH: `${join(state.program, "..")}:${process.env.PATH}`,
        NODE_ENV: "production",
        VERIFY_DATABASE_URL: Object.assign(new URL(cluster.url), { port: String(port) }).href,
        PORT: String(port),
        SCRATCH: scratch,
        PG_BIN: join(nativeFolder(join(folder, "pg")), "bin"),
        PARLEY: ROOT,
        DATA_DIR: join(folder, "data"),
        LAG_SECONDS: String(archiveTimeoutS + ARCHIVE_DELAY_S),
        PG_OWNER: repository.user ?? "",
        AS_POSTGRES: repository.prefix.join(" ") || "env",
        AS_PARLEY: "env",
      },
      timeout: TIMEOUT_MS,
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: `${error.stdout}${error.stderr}`,
      }),
    ),
  );
  if ((result.code === 0) !== isValid) say(result.output);
  rows.push({
    check: `daily verification, ${step}`,
    measured: `exit ${result.code} after ${formatSeconds(ms)}`,
    expected: `${isValid ? "exit 0" : "not exit 0"}, and the copy is removed`,
    ok: (result.code === 0) === isValid && !existsSync(join(scratch, "parley-verify-copy")),
  });
}

/** Changes an entry of the audit log as an owner of the tables can, and archives the change. */
export async function changeEntry(state: State): Promise<void> {
  const { cluster, repository, workspaceId } = state;
  await asSuperuser(
    cluster,
    "alter table audit_events disable trigger user",
    `update audit_events set action = 'key.created' where workspace_id = '${workspaceId}' and seq = 2`,
    "alter table audit_events enable trigger user",
    "select pg_switch_wal()",
  );
  await repository.command(["check"], serverOf(state));
}

/** Damages the newest backup: one file of its data is overwritten. */
export async function damageBackup({ folder }: State): Promise<void> {
  await run("bash", [
    "-c",
    'f=$(find "$1/repository/backup" -path "*pg_data/base/*" -type f -size +8k | head -1); printf damaged | dd of="$f" bs=1 seek=4096 conv=notrunc status=none',
    "-",
    folder,
  ]);
}
