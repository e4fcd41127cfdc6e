import { constants, publicEncrypt } from "node:crypto";
import { createKeyImport, importCustomerKey } from "@/lib/identity/encryption";
import type { TestWorkspace } from "@/test/fixtures/workspace";

/** Wraps as `openssl pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256` does. */
export const wrapMaterial = (publicKey: string, material: Buffer): string =>
  publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    material,
  ).toString("base64");

/** Imports a customer key, or restores a withdrawn one. */
export async function giveCustomerKey(space: TestWorkspace, material: Buffer) {
  const { id, public_key } = await createKeyImport(space.ctx());
  return importCustomerKey(space.ctx(), {
    key_import_id: id,
    wrapped_key: wrapMaterial(public_key, material),
  });
}
