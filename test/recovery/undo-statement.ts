import { setTimeout as pause } from "node:timers/promises";
import { asSuperuser, destroyCluster, startWriter } from "./cluster";
import { recordRestore, restore } from "./restore";
import { ARCHIVE_DELAY_S, formatSeconds, readLastSeq, type State, say, serverOf } from "./state";

const S = 1_000;

/** A wrong statement deletes rows, and the database returns to the moment before it. */
export async function undoStatement(state: State): Promise<void> {
  const { folder, archiveTimeoutS, rows, workspaceId, repository } = state;
  say("Deleting rows by a wrong statement, then returning to the moment before it");
  const before = startWriter(folder, state.cluster, workspaceId);
  await pause(ARCHIVE_DELAY_S * S);
  await before.stop();
  const count = "select count(*)::int as n, now()::text as at from drill.recovery_filler";
  const [kept] = await asSuperuser(state.cluster, count);
  await pause(S);
  await asSuperuser(state.cluster, "truncate drill.recovery_filler");
  // Entries after the mistake are lost with it, and their heads are signed.
  const after = startWriter(folder, state.cluster, workspaceId);
  await pause(archiveTimeoutS * S);
  await after.stop();
  await asSuperuser(state.cluster, "select pg_switch_wal()");
  await repository.command(["check"], serverOf(state));
  await destroyCluster(folder, state.cluster);
  const ms = await restore(state, ["--type=time", `--target=${String(kept?.at)}`, "--target-action=promote"]);
  const [restored] = await asSuperuser(state.cluster, count);
  const head = await readLastSeq(state);
  rows.push({
    check: "wrong statement: return to the moment before it",
    measured: `${restored?.n} of ${kept?.n} rows, log at entry ${head} of ${before.confirmed.at(-1)?.seq}, ${formatSeconds(ms)}`,
    expected: "all rows and all entries until that moment",
    ok: restored?.n === kept?.n && head === before.confirmed.at(-1)?.seq,
  });
  await recordRestore(state, "wrong statement", 2);
}
