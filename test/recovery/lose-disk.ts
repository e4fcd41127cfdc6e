import { setTimeout as pause } from "node:timers/promises";
import { destroyCluster, startWriter } from "./cluster";
import { recordRestore, restore } from "./restore";
import { ARCHIVE_DELAY_S, formatSeconds, readLastSeq, type State, say } from "./state";

const S = 1_000;

/** The disk is lost while entries are written. */
export async function loseDisk(state: State): Promise<void> {
  const { folder, archiveTimeoutS, rows, workspaceId } = state;
  say(`Writing entries for ${2 * archiveTimeoutS} s, then losing the disk`);
  const writer = startWriter(folder, state.cluster, workspaceId);
  await pause(2 * archiveTimeoutS * S);
  await destroyCluster(folder, state.cluster);
  await writer.stop();
  const last = writer.confirmed.at(-1);
  const rto = await restore(state, []);
  const head = await readLastSeq(state);
  const lastKept = writer.confirmed.findLast(({ seq }) => seq <= head);
  const lostMs =
    last === undefined || lastKept === undefined ? Number.POSITIVE_INFINITY : last.at - lastKept.at;
  rows.push(
    {
      check: "disk lost: time to recover (RTO)",
      measured: formatSeconds(rto),
      expected: "the database answers, with entries from after the backup",
      ok: lastKept !== undefined,
    },
    {
      check: "disk lost: confirmed entries that are lost (RPO)",
      measured: `${(last?.seq ?? 0) - Math.min(head, last?.seq ?? 0)} of ${writer.confirmed.length}, ${formatSeconds(lostMs)}`,
      expected: `at most ${archiveTimeoutS + ARCHIVE_DELAY_S} s (archive_timeout, and the transfer)`,
      ok: lostMs <= (archiveTimeoutS + ARCHIVE_DELAY_S) * S,
    },
  );
  await recordRestore(state, "disk lost", 1);
}
