import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Encryption } from "./schema";

/** Maximum age of a data key before it is rotated. Source: product.md, "Keys and encryption". */
const KEY_AGE_MS = 90 * 24 * 3_600_000;
/** Bytes of the check value that are shown to distinguish keys: 32 of 256 bits. */
const FINGERPRINT_BYTES = 4;

type RotationRow = Omit<NonNullable<Encryption["rotation"]>, "state" | "reason" | "started_at"> & {
  reason: string;
  created_at: string;
};

function rotationOf(row: RotationRow | undefined, currentVersion: number): Encryption["rotation"] {
  if (row === undefined) return null;
  const { reason, created_at: started_at, ...fields } = row;
  const state =
    row.completed_at !== null ? "completed" : currentVersion < row.version ? "waiting" : "running";
  return { ...fields, started_at, state, reason: reason as NonNullable<Encryption["rotation"]>["reason"] };
}

/**
 * Reads the age of the workspace's keys, the progress of the latest rotation and the state of the customer
 * key.
 */
export async function readEncryption(ctx: Pick<Ctx, "workspaceId" | "db" | "now">): Promise<Encryption> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const [keys, [rotation], [customerKey]] = await ctx.db.batch(
    db
      .selectFrom("workspace_keys")
      .select(["purpose", "version", "created_at", "active_from"])
      .where("workspace_id", "=", workspaceId)
      .orderBy("version", "desc"),
    db
      .selectFrom("key_rotations")
      .select(["version", "reason", "total", "done", "created_at", "completed_at"])
      .where("workspace_id", "=", workspaceId)
      .orderBy("version", "desc")
      .limit(1),
    db
      .selectFrom("customer_keys")
      .select(["check_value", "imported_at", "withdrawn_at"])
      .where("workspace_id", "=", workspaceId),
  );
  const data = keys.filter(({ purpose }) => purpose === "data");
  const index = keys.find(({ purpose }) => purpose === "index");
  const [newest] = data;
  if (newest === undefined || index === undefined) throw new Error("The workspace has no keys.");
  const currentVersion = data.find(({ active_from: from }) => from === null || from <= now)?.version ?? 0;
  const stateOf = (version: number) =>
    version > currentVersion ? "next" : version === currentVersion ? "current" : "previous";
  return {
    locked: customerKey !== undefined && customerKey.withdrawn_at !== null,
    data_keys: data.map(({ version, created_at, active_from }) => ({
      version,
      state: stateOf(version),
      created_at,
      active_from,
    })),
    index_key: { created_at: index.created_at },
    rotates_at: plusMs(newest.created_at, KEY_AGE_MS),
    rotation: rotationOf(rotation, currentVersion),
    customer_key: {
      state:
        customerKey === undefined ? "none" : customerKey.withdrawn_at === null ? "imported" : "withdrawn",
      fingerprint: customerKey?.check_value.subarray(0, FINGERPRINT_BYTES).toString("hex") ?? null,
      imported_at: customerKey?.imported_at ?? null,
      withdrawn_at: customerKey?.withdrawn_at ?? null,
    },
  };
}
