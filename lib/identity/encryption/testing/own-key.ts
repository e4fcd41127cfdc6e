import { constants, publicEncrypt } from "node:crypto";
import { importKey, makeKeyImport } from "@/lib/identity/encryption";
import type { TestWorkspace } from "@/test/fixtures/workspace";

/** As `openssl pkeyutl -encrypt -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256` does. */
export const wrapFor = (publicKey: string, material: Buffer): string =>
  publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    material,
  ).toString("base64");

/** Gives a workspace a key of its own, or gives a withdrawn one back. */
export async function give(space: TestWorkspace, material: Buffer) {
  const { id, public_key } = await makeKeyImport(space.ctx());
  return importKey(space.ctx(), { key_import_id: id, wrapped_key: wrapFor(public_key, material) });
}
