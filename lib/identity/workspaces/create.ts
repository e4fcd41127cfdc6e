import type { Compilable } from "kysely";
import type { AuditEvent } from "@/lib/platform/audit";
import { createWorkspaceKeys, type Sealer } from "@/lib/platform/crypto";
import { db, json } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { FIRST_DEFAULTS, FIRST_SETTINGS } from "./schema";

/** A workspace that is about to be: its statements and its audit event go into the transaction of who makes it. */
export type NewWorkspace = {
  id: string;
  run: readonly Compilable<unknown>[];
  sealer: Sealer;
  audit: AuditEvent;
};

/**
 * A new workspace with its keys and defaults. It is never made alone, as a workspace always has an owner:
 * `foundWorkspace` of lib/identity/auth runs this together with the owner's account. `sealer` seals what the same transaction
 * writes.
 */
export function newWorkspace(
  name: string,
  now: string,
  id: string = newId("ws", Date.parse(now)),
): NewWorkspace {
  const keys = createWorkspaceKeys(id, now);
  const row = { id, name, defaults: json(FIRST_DEFAULTS), settings: json(FIRST_SETTINGS), created_at: now };
  return {
    id,
    run: [db.insertInto("workspaces").values(row), keys.insert],
    sealer: keys.sealer,
    audit: {
      action: "workspace.created",
      target: id,
      after: { plan: "standard", ...FIRST_SETTINGS, ...FIRST_DEFAULTS },
    },
  };
}
