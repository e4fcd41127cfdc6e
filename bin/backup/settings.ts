import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { databaseUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { UsageError } from "../operator/operate";

/** Long enough for a few words of a list or random letters, as one guess costs 0.2 s. */
const MIN_PASSPHRASE_CHARS = 20;

const OPTIONS = {
  to: { type: "string" },
  data: { type: "string" },
  keys: { type: "string" },
  "passphrase-file": { type: "string" },
  overwrite: { type: "boolean" },
} as const;

/** Parses the arguments of `backup` and `restore`. Throws `UsageError`. */
export function parseBackupOptions(args: string[], usage: string) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : "Unknown arguments."}\n${usage}`);
  }
}

/** Reads the passphrase from the file of `--passphrase-file` or `BACKUP_PASSPHRASE_FILE`. Throws `UsageError`. */
export function readPassphrase(file: string | undefined): string {
  const path = file ?? env.BACKUP_PASSPHRASE_FILE;
  if (path === undefined)
    throw new UsageError("Pass the passphrase's file with --passphrase-file, or set BACKUP_PASSPHRASE_FILE.");
  let passphrase: string;
  try {
    passphrase = readFileSync(resolve(path), "utf8").trim();
  } catch {
    throw new UsageError(`Cannot read the passphrase's file ${path}.`);
  }
  if (passphrase.length < MIN_PASSPHRASE_CHARS)
    throw new UsageError(
      `The passphrase has fewer than ${MIN_PASSPHRASE_CHARS} characters. Create one with: openssl rand -base64 32`,
    );
  return passphrase;
}

/** URL of the embedded database as its superuser. Throws `UsageError` if the database is external. */
export function superuserUrl(): string {
  const url = new URL(databaseUrl());
  const readSetting = (name: string): string | undefined => {
    try {
      return readFileSync(join(env.DATA_DIR, "pg", name), "utf8").trim();
    } catch {
      return undefined;
    }
  };
  const password = readSetting("admin-password");
  if (password === undefined || url.hostname !== "127.0.0.1" || url.port !== readSetting("port"))
    throw new UsageError(
      "This command is for the embedded database. See docs/operations.md for the backup of an external database.",
    );
  url.username = "postgres";
  url.password = password;
  return url.href;
}
