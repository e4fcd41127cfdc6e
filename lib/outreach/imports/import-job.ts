import type { Compilable } from "kysely";
import { z } from "zod";
import { ConsentChannel } from "@/lib/contacts/consent/schema";
import { CONSENT_KEYS, type ConsentKey } from "@/lib/contacts/consent/values";
import type { Ctx, Environment } from "@/lib/platform/context";
import { db, type JsonText, json } from "@/lib/platform/db";
import { storedDocument } from "@/lib/platform/stored-document";
import type { FileProblems } from "./file-problems";
import { removeFile } from "./import-chunks";
import type { Import, ImportColumn } from "./schema";

const StoredSettings = z.looseObject({
  actor: z.looseObject({ type: z.enum(["key", "member"]), id: z.string() }),
  charset: z.string().nullable(),
  mapping: z.record(z.string(), z.string()),
  /** Imports of earlier releases rejected the whole file. */
  on_invalid: z.enum(["reject", "skip"]).default("reject"),
  country: z.string().optional(),
  consent_source: z.string().optional(),
  attest: z.enum(["true", "false"]).optional(),
  /** Consents of every contact of the file. */
  consents: z.array(z.enum(CONSENT_KEYS as [ConsentKey, ...ConsentKey[]])).optional(),
  list: z.string().optional(),
  expires_at: z.string().nullish(),
  channels: z.array(ConsentChannel).optional(),
  reason: z.string().optional(),
});
/** How to read a file and for whom, as stored in its row. */
export type Settings = z.output<typeof StoredSettings>;
const settingsDocument = storedDocument<Settings>({ name: "set of import settings", schema: StoredSettings });

/** An import to run. `ctx` acts as the sender of the file, in the file's environment. */
export type Job = {
  ctx: Ctx;
  id: string;
  kind: Import["kind"];
  format: Import["format"];
  campaignId: string | null;
  createdBy: string;
  settings: Settings;
};

const OPEN_STATUSES = ["queued", "checking", "applying"];

/** Loads an import to run. Returns null if it is finished or unknown. */
export async function findJob(base: Ctx, id: string): Promise<Job | null> {
  const row = await base.db.first(
    db
      .selectFrom("imports")
      .select(["environment", "kind", "format", "campaign_id", "created_by", "settings"])
      .where("workspace_id", "=", base.workspaceId)
      .where("id", "=", id)
      .where("status", "in", OPEN_STATUSES),
  );
  if (row === undefined) return null;
  // Only `createImport` writes these rows.
  const settings = settingsDocument.read(row.settings);
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

/** The stored file of the rejected rows. `rejected`: how many there are. */
export type RejectedFile = {
  rejected: number;
  rejected_parts: number;
  rejected_bytes: number;
  rejected_expires_at: string;
};

type ImportUpdate = Partial<RejectedFile> & {
  status?: Import["status"];
  rows?: number;
  done?: number;
  created?: number;
  updated?: number;
  merged?: number;
  error_count?: number;
  errors?: JsonText;
  columns?: JsonText;
  merges?: JsonText;
  completed_at?: string;
};

/** Updates the progress of an unfinished import. */
export const updateProgress = (
  { ctx, id }: Pick<Job, "ctx" | "id">,
  update: ImportUpdate,
): Compilable<unknown> =>
  db
    .updateTable("imports")
    .set(update)
    .where("workspace_id", "=", ctx.workspaceId)
    .where("id", "=", id)
    .where("status", "in", OPEN_STATUSES);

/** The report of a failed import: its problems, and its columns and rejected rows if the file has them. */
type FailureReport = {
  problems: FileProblems;
  columns?: readonly ImportColumn[];
  rejectedFile?: RejectedFile;
};

/** Fails an import of which nothing was applied, and deletes its file. */
export const failImportStatements = (
  job: Pick<Job, "ctx" | "id">,
  { problems, columns = [], rejectedFile }: FailureReport,
): readonly Compilable<unknown>[] => [
  updateProgress(job, {
    status: "failed",
    created: 0,
    updated: 0,
    error_count: problems.count,
    errors: json(problems.reported),
    columns: json(columns),
    completed_at: job.ctx.now(),
    ...rejectedFile,
  }),
  removeFile(job.ctx, job.id),
];
