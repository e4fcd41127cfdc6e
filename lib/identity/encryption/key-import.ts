import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from "node:crypto";
import { promisify } from "node:util";
import { requirePlan } from "@/lib/identity/plans";
import { writeAudited } from "@/lib/platform/audit";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { rootSealer } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { AppError, bodyError, notFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { selectCustomerKey } from "./key-material";
import type { KeyImport } from "./schema";

/** NIST SP 800-57: RSA with 3072 bits is as strong as AES-128 and acceptable after 2030. */
const RSA_BITS = 3_072;
/** Long enough to fetch key material from its store. */
const IMPORT_TTL_MS = 3_600_000;
/** Maximum unused public keys of a workspace; a person needs one. */
const WAITING_LIMIT = 10;
/** AES-256. */
const MATERIAL_BYTES = 32;

const generateKeyPairAsync = promisify(generateKeyPair);
/** The field reference of the private key of an import. */
export const privateKeyFieldRef = (id: string) => ({ table: "key_imports", row: id, field: "private_key" });
const toKeyImport = (row: { id: string; public_key: string; expires_at: string }): KeyImport => ({
  ...row,
  algorithm: "RSA-OAEP-256",
});

/**
 * Creates a public key for which a customer wraps their key material, once and within an hour. The private
 * key is sealed with the root key. Throws `plan_required`, and `conflict` if too many public keys are unused.
 */
export async function createKeyImport(ctx: Ctx): Promise<KeyImport> {
  // A locked workspace can be unlocked on any plan.
  if ((await ctx.db.first(selectCustomerKey(ctx.workspaceId))) === undefined) await requirePlan(ctx, "byok");
  const { publicKey, privateKey } = await generateKeyPairAsync("rsa", { modulusLength: RSA_BITS });
  const now = ctx.now();
  const id = newId("imk", Date.parse(now));
  const row = {
    id,
    public_key: publicKey.export({ type: "spki", format: "pem" }).toString(),
    expires_at: plusMs(now, IMPORT_TTL_MS),
  };
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  return writeAudited(ctx, async (tx) => {
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
    if (waiting.length === WAITING_LIMIT) throw new AppError("too_many_key_imports");
    await tx.all(
      db.insertInto("key_imports").values({
        ...row,
        workspace_id: workspaceId,
        private_key: rootSealer(workspaceId).seal(privateKeyFieldRef(id), der),
        created_at: now,
      }),
    );
    return { result: toKeyImport(row), audit: { action: "encryption.import_prepared", target: id } };
  });
}

/** Reads a public key that was created before. Throws 404 if it no longer exists. */
export async function readKeyImport(ctx: Ctx, id: string): Promise<KeyImport> {
  const row = await ctx.db.first(
    db
      .selectFrom("key_imports")
      .select(["id", "public_key", "expires_at"])
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  if (row === undefined) throw notFound();
  return toKeyImport(row);
}

/**
 * Unwraps key material with the private key of an import, which can be used once. Throws `validation_error`
 * if the import is unknown, used or expired, and if the material is not 32 bytes wrapped for it.
 */
export async function unwrapKeyMaterial(tx: Tx, ctx: Ctx, id: string, wrapped: string): Promise<Buffer> {
  const row = await tx.first(
    db
      .selectFrom("key_imports")
      .select("private_key")
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id)
      .where("expires_at", ">", ctx.now())
      .forNoKeyUpdate(),
  );
  if (!row?.private_key) throw bodyError("/key_import_id", "key_import_not_usable");
  const der = rootSealer(ctx.workspaceId).open(privateKeyFieldRef(id), row.private_key);
  const material = decryptMaterial(der, Buffer.from(wrapped, "base64"));
  if (material?.length !== MATERIAL_BYTES) throw bodyError("/wrapped_key", "key_not_wrapped");
  await tx.all(
    db
      .updateTable("key_imports")
      .set({ private_key: null })
      .where("workspace_id", "=", ctx.workspaceId)
      .where("id", "=", id),
  );
  return material;
}

function decryptMaterial(der: Buffer, ciphertext: Buffer): Buffer | null {
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, ciphertext);
  } catch {
    return null;
  }
}
