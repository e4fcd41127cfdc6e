import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Encryption } from "./schema";

/** How old a data key grows before it is replaced. Source: product.md, "Keys and encryption". */
const KEY_AGE_MS = 90 * 24 * 3_600_000;
/** Signs of the check value that tell two keys apart: 32 bits of 256. */
const FINGERPRINT_BYTES = 4;

type RotationRow = Omit<NonNullable<Encryption["rotation"]>, "state" | "reason" | "started_at"> & {
  reason: string;
  created_at: string;
};

function rotationOf(row: RotationRow | undefined, sealing: number): Encryption["rotation"] {
  if (row === undefined) return null;
  const { reason, created_at: started_at, ...shown } = row;
  const state = row.completed_at !== null ? "completed" : sealing < row.version ? "waiting" : "running";
  return { ...shown, started_at, state, reason: reason as NonNullable<Encryption["rotation"]>["reason"] };
}

/** The workspace's keys: how old, how far a rotation is, whether a key of the customer's own is given. */
export async function readEncryption(ctx: Pick<Ctx, "workspaceId" | "db" | "now">): Promise<Encryption> {
  const { workspaceId } = ctx;
  const now = ctx.now();
  const [keys, [rotation], [own]] = await ctx.db.batch(
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
  const sealing = data.find(({ active_from: from }) => from === null || from <= now)?.version ?? 0;
  const stateOf = (version: number) =>
    version > sealing ? "next" : version === sealing ? "current" : "former";
  return {
    locked: own !== undefined && own.withdrawn_at !== null,
    data_keys: data.map(({ version, created_at, active_from }) => ({
      version,
      state: stateOf(version),
      created_at,
      active_from,
    })),
    index_key: { created_at: index.created_at },
    rotates_at: plusMs(newest.created_at, KEY_AGE_MS),
    rotation: rotationOf(rotation, sealing),
    customer_key: {
      state: own === undefined ? "none" : own.withdrawn_at === null ? "given" : "withdrawn",
      fingerprint: own?.check_value.subarray(0, FINGERPRINT_BYTES).toString("hex") ?? null,
      imported_at: own?.imported_at ?? null,
      withdrawn_at: own?.withdrawn_at ?? null,
    },
  };
}
