import { type Compilable, sql } from "kysely";
import { db, json } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

const updateRecordingField = (workspaceId: string, callId: string, fields: object) =>
  db
    .updateTable("calls")
    .set({ recording: sql`recording || ${json(fields)}::jsonb` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", callId);

/** Statement that stores the consent in a call, unless another process has taken over the line since. */
export const updateConsentStatement = (
  workspaceId: string,
  callId: string,
  fields: object,
  resumptions: number,
): Compilable<unknown> =>
  updateRecordingField(workspaceId, callId, fields).where("resumptions", "=", resumptions);

/** Statement that changes the recording's state in its call, if the recording is in one of `states`. */
export const updateStateStatement = (
  workspaceId: string,
  callId: string,
  fields: object,
  states?: readonly string[],
): Compilable<unknown> => {
  const update = updateRecordingField(workspaceId, callId, fields);
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

/** Statements that queue the removal of a recording's bytes, so that it survives a crash of this process. */
export const removalStatements = (
  workspaceId: string,
  callId: string,
  now: string,
): Compilable<unknown>[] => [
  db
    .updateTable("recordings")
    .set({ state: "removing" })
    .where("workspace_id", "=", workspaceId)
    .where("call_id", "=", callId),
  enqueue("recording.remove", { workspaceId, callId }, { key: `recording.remove:${callId}`, runAt: now }),
];
