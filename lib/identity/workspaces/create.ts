import type { Compilable } from "kysely";
import type { AuditEvent } from "@/lib/platform/audit";
import { createWorkspaceKeys, type Sealer } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { newRevision } from "@/lib/platform/if-match";
import { INITIAL_DEFAULTS, INITIAL_SETTINGS } from "./schema";
import { workspaceDefaultsDocument, workspaceSettingsDocument } from "./stored-documents";

/** A prepared workspace. Its statements and its audit event belong in the caller's transaction. */
export type NewWorkspace = {
  id: string;
  run: readonly Compilable<unknown>[];
  sealer: Sealer;
  audit: AuditEvent;
};

/**
 * Prepares a new workspace with its keys and defaults. `createWorkspace` in lib/identity/auth inserts it
 * together with the owner's account, as a workspace always has an owner. `sealer` seals values of the same
 * transaction.
 */
export function newWorkspace(
  name: string,
  now: string,
  id: string = newId("ws", Date.parse(now)),
): NewWorkspace {
  const keys = createWorkspaceKeys(id, now);
  const row = {
    id,
    name,
    defaults: json(workspaceDefaultsDocument.write(INITIAL_DEFAULTS)),
    settings: json(workspaceSettingsDocument.write(INITIAL_SETTINGS)),
    revision: newRevision(),
    created_at: now,
  };
  return {
    id,
    run: [db.insertInto("workspaces").values(row), keys.insert],
    sealer: keys.sealer,
    audit: {
      action: "workspace.created",
      target: id,
      after: { plan: "standard", ...INITIAL_SETTINGS, ...INITIAL_DEFAULTS },
    },
  };
}
