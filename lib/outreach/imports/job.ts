import type { Compilable } from "kysely";
import type { ConsentChannel, ConsentKey } from "@/lib/contacts/consent/schema";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, json } from "@/lib/platform/db";
import { removeFile } from "./chunks";
import type { Field } from "./columns";
import type { Problems } from "./problems";
import type { Import } from "./schema";

/** How a file is to be read, and for whom, as its row keeps it. */
export type Settings = {
  actor: { type: "key" | "member"; id: string };
  charset: string | null;
  mapping: Record<string, Field>;
  country?: string;
  consent_source?: string;
  attest?: "true" | "false";
  /** What every contact of the file gave. */
  consents?: ConsentKey[];
  list?: string;
  expires_at?: string | null;
  channels?: ConsentChannel[];
  reason?: string;
};

/** An import that is to be done. `ctx` acts as who sent the file, in the file's environment. */
export type Job = {
  ctx: Ctx;
  id: string;
  kind: Import["kind"];
  format: Import["format"];
  campaignId: string | null;
  createdBy: string;
  settings: Settings;
};

const OPEN = ["queued", "checking", "applying"];

/** The import's work, or null where it is done or is none. */
export async function findJob(base: Ctx, id: string): Promise<Job | null> {
  const row = await base.db.one(
    db
      .selectFrom("imports")
      .select(["environment", "kind", "format", "campaign_id", "created_by", "settings"])
      .where("workspace_id", "=", base.workspaceId)
      .where("id", "=", id)
      .where("status", "in", OPEN),
  );
  if (row === undefined) return null;
  // `startImport` alone writes rows, so their parts are what they say.
  const settings = row.settings as Settings;
  return {
    ctx: {
      ...base,
      environment: row.environment as Environment,
      actor: { ...settings.actor, role: "builder" },
    },
    id,
    kind: row.kind as Job["kind"],
    format: row.format as Job["format"],
    campaignId: row.campaign_id,
    createdBy: row.created_by,
    settings,
  };
}

type Change = {
  status?: Import["status"];
  rows?: number;
  done?: number;
  created?: number;
  updated?: number;
  merged?: number;
  completed_at?: string;
};

/** Writes how far an import that goes on is. */
export const progress = ({ ctx, id }: Pick<Job, "ctx" | "id">, change: Change): Compilable<unknown> =>
  db
    .updateTable("imports")
    .set(change)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("status", "in", OPEN);

/** Ends an import of which nothing was taken in, and removes its file. */
export const failStatements = (
  job: Pick<Job, "ctx" | "id">,
  problems: Problems,
): readonly Compilable<unknown>[] => [
  db
    .updateTable("imports")
    .set({
      status: "failed",
      created: 0,
      updated: 0,
      error_count: problems.count,
      errors: json(problems.kept),
      completed_at: job.ctx.now(),
    })
    .where("workspace_id", "=", job.ctx.workspaceId)
    .where("id", "=", job.id)
    .where("status", "in", OPEN),
  removeFile(job.ctx, job.id),
];
