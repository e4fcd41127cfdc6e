import { setTimeout as pause } from "node:timers/promises";
import type { Row } from "../fixtures/report-table";
import { loseDisk } from "./lose-disk";
import { prepare } from "./prepare";
import { ARCHIVE_DELAY_S, type Drill, serverOf } from "./state";
import { undoStatement } from "./undo-statement";
import { changeEntry, damageBackup, verifyBackup } from "./verify-backup";

const S = 1_000;

/** Conducts the whole drill. Returns its report. */
export async function conductDrill(drill: Drill): Promise<Row[]> {
  const state = await prepare(drill);
  try {
    await loseDisk(state);
    await undoStatement(state);
    await state.repository.command(["--type=incr", "backup"], serverOf(state));
    await pause((drill.archiveTimeoutS + ARCHIVE_DELAY_S) * S);
    await verifyBackup(state, "of a sound repository", true);
    await changeEntry(state);
    await verifyBackup(state, "of a changed audit log", false);
    await damageBackup(state);
    await verifyBackup(state, "of a damaged one", false);
    return state.rows;
  } finally {
    await state.cluster.stop();
  }
}
