import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { db, reader } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { type StoredWorkspace, type Workspace, WorkspaceRow } from "./schema";
import { workspaceDefaultsDocument, workspaceSettingsDocument } from "./stored-documents";

export const selectWorkspace = (id: string) =>
  db
    .selectFrom("workspaces")
    .select(["id", "name", "plan", "timezone", "defaults", "settings", "revision", "created_at"])
    .where("id", "=", id);

type SelectedWorkspace = { defaults: unknown; settings: unknown };

/** Parses a row of `selectWorkspace`. */
export const parseWorkspace = ({ defaults, settings, ...row }: SelectedWorkspace): StoredWorkspace => ({
  ...WorkspaceRow.parse(row),
  defaults: workspaceDefaultsDocument.read(defaults),
  settings: workspaceSettingsDocument.read(settings),
});

/** Reads the current workspace as stored. */
export async function readWorkspace(ctx: Pick<Ctx, "workspaceId" | "db">): Promise<StoredWorkspace> {
  const row = await ctx.db.first(selectWorkspace(ctx.workspaceId));
  if (row === undefined) throw notFound();
  return parseWorkspace(row);
}

/**
 * A workspace as its members and keys see it, without the settings that the operator controls (plan, BAA).
 */
export const toWorkspace = ({
  id,
  name,
  timezone,
  defaults,
  settings,
  revision,
  created_at,
}: StoredWorkspace): Workspace => ({
  id,
  name,
  timezone,
  defaults,
  payment: settings.payment,
  require_zero_retention: settings.require_zero_retention,
  require_call_encryption: settings.require_call_encryption,
  revision,
  created_at,
});

/** Reads the current workspace as its members and keys see it. */
export const readWorkspaceView = async (ctx: Pick<Ctx, "workspaceId" | "db">): Promise<Workspace> =>
  toWorkspace(await readWorkspace(ctx));

/** Lists the ids of all workspaces, for jobs that run once per workspace. */
export async function listWorkspaceIds(): Promise<string[]> {
  const rows = await reader("").all(
    db.selectFrom(sql<{ id: string }>`workspace_ids()`.as<"w">(sql`w(id)`)).select("w.id"),
  );
  return rows.map(({ id }) => id);
}

/** Reads the member id of the workspace's first owner, who is responsible for changes by the operator. */
export async function readFirstOwnerId(ctx: Pick<Ctx, "workspaceId" | "db">): Promise<string> {
  const row = await ctx.db.first(
    db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("role", "=", "owner")
      .orderBy("created_at")
      .orderBy("id")
      .limit(1),
  );
  if (row === undefined) throw notFound();
  return row.id;
}
