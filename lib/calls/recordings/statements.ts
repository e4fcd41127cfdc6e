import { type Compilable, sql } from "kysely";
import { db, json } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/** The statement that changes what a call shows of its recording; only where the recording is in one of `states`. */
export const showOf = (
  workspaceId: string,
  callId: string,
  shown: object,
  states?: readonly string[],
): Compilable<unknown> => {
  const update = db
    .updateTable("calls")
    .set({ recording: sql`recording || ${json(shown)}::jsonb` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", callId);
  if (states === undefined) return update;
  return update.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("recordings")
        .select("call_id")
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        .where("state", "in", [...states]),
    ),
  );
};

/** The statements by which a recording's bytes are to go, whatever becomes of this process. */
export const removal = (workspaceId: string, callId: string, now: string): Compilable<unknown>[] => [
  db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId),
  enqueue("recording.remove", { workspaceId, callId }, { key: `recording.remove:${callId}`, runAt: now }),
];
