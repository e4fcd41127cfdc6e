import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { databaseUrl } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Complaint } from "../operator/operate";

/** Few words of a list, or as many letters by chance: what is guessed at 0.2 s a try. */
const MIN_PASSPHRASE = 20;

const OPTIONS = {
  to: { type: "string" },
  data: { type: "string" },
  keys: { type: "string" },
  "passphrase-file": { type: "string" },
  overwrite: { type: "boolean" },
} as const;

/** What was typed. Throws `Complaint`. */
export function typed(args: string[], usage: string) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : "Unknown arguments."}\n${usage}`);
  }
}

/** The passphrase in the file of `--passphrase-file` or `BACKUP_PASSPHRASE_FILE`. Throws `Complaint`. */
export function passphraseOf(file: string | undefined): string {
  const path = file ?? env.BACKUP_PASSPHRASE_FILE;
  if (path === undefined)
    throw new Complaint("Name the passphrase's file with --passphrase-file, or set BACKUP_PASSPHRASE_FILE.");
  let passphrase: string;
  try {
    passphrase = readFileSync(resolve(path), "utf8").trim();
  } catch {
    throw new Complaint(`The passphrase's file ${path} cannot be read.`);
  }
  if (passphrase.length < MIN_PASSPHRASE)
    throw new Complaint(
      `The passphrase has less than ${MIN_PASSPHRASE} letters. openssl rand -base64 32 makes one.`,
    );
  return passphrase;
}

/** The embedded database as its superuser. Throws `Complaint` where the database is the operator's own. */
export function superuserUrl(): string {
  const url = new URL(databaseUrl());
  const kept = (name: string): string | undefined => {
    try {
      return readFileSync(join(env.DATA_DIR, "pg", name), "utf8").trim();
    } catch {
      return undefined;
    }
  };
  const password = kept("admin-password");
  if (password === undefined || url.hostname !== "127.0.0.1" || url.port !== kept("port"))
    throw new Complaint(
      "This is for the embedded database. docs/operations.md says how to back up your own.",
    );
  url.username = "postgres";
  url.password = password;
  return url.href;
}
