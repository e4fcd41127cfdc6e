import { env } from "@/lib/platform/env";
import { versionOf } from "./seal";
import { sealSecret } from "./sealed-secrets";
import { listSecretFiles, readOwnerOnlyFile, replaceOwnerOnlyFile } from "./secret-file";
import { SEALED } from "./secret-names";
import { isPlain, recallSecret, rootKeys } from "./secret-store";

/**
 * Seals the secrets in `DATA_DIR/secrets` of this machine that are sealed under an earlier root key again, under the one that
 * seals now. Every machine does it while it has both keys: without the former, its files would not open. Returns how many.
 */
export function resealSecretFiles(): number {
  if (isPlain()) return 0;
  const roots = rootKeys();
  let count = 0;
  for (const file of listSecretFiles(env.DATA_DIR).filter((name) => name.endsWith(SEALED))) {
    const name = file.slice(0, -SEALED.length);
    const [content, secret] = [readOwnerOnlyFile(env.DATA_DIR, file), recallSecret(name)];
    // Not a later version: this process may not have read yet that another key seals.
    if (content === undefined || secret === undefined || versionOf(content) >= roots.sealing) continue;
    replaceOwnerOnlyFile(env.DATA_DIR, file, sealSecret(roots, name, secret));
    count += 1;
  }
  return count;
}
