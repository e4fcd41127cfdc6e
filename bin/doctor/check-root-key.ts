import { KeySourceError } from "@/lib/platform/key-sources";
import type { RootKeySource } from "@/lib/platform/root-key-settings";
import { codeOf, type Finding, failed, passed } from "./finding";

type Input = {
  source: RootKeySource;
  /** Loads the secrets: unwraps the root keys, and opens the sealed files with them. Returns how many secrets there are. */
  open: () => Promise<number>;
};

const PLACES: Readonly<Record<RootKeySource, string>> = {
  file: "in files of DATA_DIR/secrets",
  env: "from ROOT_KEY",
  "aws-kms": "unwrapped by AWS KMS",
  vault: "unwrapped by Vault",
};

/** Whether the root key can be had from its source now, as a process needs it at its start. */
export async function checkRootKey({ source, open }: Input): Promise<Finding> {
  try {
    const count = await open();
    if (count === 0) return passed(`the root key will be ${PLACES[source]}; there is none yet`);
    return passed(`the root key is ${PLACES[source]}`);
  } catch (error) {
    if (error instanceof KeySourceError)
      return failed(
        error.message,
        "Running processes keep the key in memory. Correct this before one restarts: it would not start.",
      );
    // The error about a file has its path in its message.
    const code = codeOf(error);
    return failed(
      code === "Error"
        ? "the files of DATA_DIR/secrets do not fit ROOT_KEY_SOURCE"
        : `the secrets cannot be read (${code})`,
      "Run npm run secrets, which names the file. docs/operations.md, The root key, describes how to move secrets.",
    );
  }
}
