import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from "node:crypto";
import { promisify } from "node:util";
import { requirePlan } from "@/lib/identity/plans";
import { mutate } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { rootSealer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, notFound, validationError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { selectOwnKey } from "./material";
import type { KeyImport } from "./schema";

/** NIST SP 800-57: RSA of 3072 bits stands beside AES-128 and protects what is sent until 2030 and after. */
const RSA_BITS = 3_072;
/** As long as somebody takes who fetches key material from where it is kept. */
const VALID_MS = 3_600_000;
/** Public keys of a workspace that wait for their key at once: a person needs one. */
const WAITING_LIMIT = 10;
/** AES-256. */
const MATERIAL_BYTES = 32;

const makePair = promisify(generateKeyPair);
const privatePlace = (id: string) => ({ table: "key_imports", row: id, field: "private_key" });
const shown = (row: { id: string; public_key: string; expires_at: string }): KeyImport => ({
  ...row,
  algorithm: "RSA-OAEP-256",
});

/**
 * Makes a public key that a customer wraps their key material for: once, within an hour. Its private half is sealed by
 * the root key. Throws `plan_required`; `conflict` where many wait already.
 */
export async function makeKeyImport(ctx: Ctx): Promise<KeyImport> {
  // Who is locked out gets in again, whatever their plan is by then.
  if ((await ctx.db.one(selectOwnKey(ctx.workspaceId))) === undefined) await requirePlan(ctx, "byok");
  const { publicKey, privateKey } = await makePair("rsa", { modulusLength: RSA_BITS });
  const now = ctx.now();
  const id = newId("imk", Date.parse(now));
  const row = {
    id,
    public_key: publicKey.export({ type: "spki", format: "pem" }).toString(),
    expires_at: plusMs(now, VALID_MS),
  };
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  return mutate(ctx, async (tx) => {
    const { workspaceId } = ctx;
    const [, waiting] = await tx.batch(
      db.deleteFrom("key_imports").where("workspace_id", "=", workspaceId).where("expires_at", "<=", now),
      db
        .selectFrom("key_imports")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("private_key", "is not", null)
        .limit(WAITING_LIMIT),
    );
    if (waiting.length === WAITING_LIMIT)
      throw new AppError("conflict", "Many public keys wait for a key already. Use one, or wait an hour.");
    await tx.all(
      db.insertInto("key_imports").values({
        ...row,
        workspace_id: workspaceId,
        private_key: rootSealer(workspaceId).seal(privatePlace(id), der),
        created_at: now,
      }),
    );
    return { result: shown(row), audit: { action: "encryption.import_prepared", target: id } };
  });
}

/** A public key that was made before. 404 where it has run out. */
export async function readKeyImport(ctx: Ctx, id: string): Promise<KeyImport> {
  const row = await ctx.db.one(
    db
      .selectFrom("key_imports")
      .select(["id", "public_key", "expires_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  return shown(row);
}

const refused = (pointer: string, code: string, message: string) =>
  validationError([{ in: "body", pointer, code, message }]);

/**
 * Takes the private half of an import out, once, and opens what was wrapped for it. Throws `validation_error` for one
 * that is unknown, was used or has run out, and for what is no 32 bytes wrapped for it.
 */
export async function unwrapImport(tx: Tx, ctx: Ctx, id: string, wrapped: string): Promise<Buffer> {
  const row = await tx.one(
    db
      .selectFrom("key_imports")
      .select("private_key")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("expires_at", ">", ctx.now())
      .forUpdate(),
  );
  if (!row?.private_key)
    throw refused(
      "/key_import_id",
      "not_usable",
      "This public key was used or has run out. Make a new one, and wrap the key for that.",
    );
  const der = rootSealer(ctx.workspaceId).open(privatePlace(id), row.private_key);
  const material = opened(der, Buffer.from(wrapped, "base64"));
  if (material?.length !== MATERIAL_BYTES)
    throw refused(
      "/wrapped_key",
      "not_wrapped_for_it",
      "This is no key of 32 bytes that was wrapped for this public key with RSA-OAEP and SHA-256.",
    );
  await tx.all(
    db
      .updateTable("key_imports")
      .set({ private_key: null })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  return material;
}

function opened(der: Buffer, box: Buffer): Buffer | null {
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, box);
  } catch {
    return null;
  }
}
