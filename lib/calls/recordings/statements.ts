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

/** Statement that changes the recording's state in its call; with `where`, only if the recording has these values. */
export const updateStateStatement = (
  workspaceId: string,
  callId: string,
  fields: object,
  where?: { state: string; object?: string },
): Compilable<unknown> => {
  const update = updateRecordingField(workspaceId, callId, fields);
  if (where === undefined) return update;
  return update.where(({ exists, selectFrom }) =>
    exists(
      selectFrom("recordings")
        .select("call_id")
        .where("workspace_id", "=", workspaceId)
        .where("call_id", "=", callId)
        .where(({ and }) => and(where)),
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

/**
 * Statement that queues the removal of a recording's former folder, so that it survives a crash of this process. The job
 * keeps a folder that a recording is in.
 */
export const discardStatement = (workspaceId: string, object: string, now: string): Compilable<unknown> =>
  enqueue("recording.discard", { workspaceId, object }, { key: `recording.discard:${object}`, runAt: now });
