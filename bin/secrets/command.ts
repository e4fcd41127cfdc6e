import { parseArgs } from "node:util";
import {
  acceptSecrets,
  readSecretStates,
  rewrapRootKeys,
  type SecretState,
  secretSourceOf,
} from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { UsageError } from "../operator/operate";
import { MOVE_USAGE, moveSecrets } from "./move-command";
import { openCommandSecrets, openSecretsForCommand } from "./open-command-secrets";
import { ROTATE_USAGE, rotateRootKey } from "./rotate-command";

const USAGE = `Usage: npm run secrets [-- --accept], npm run secrets -- rewrap, ${ROTATE_USAGE}, or ${MOVE_USAGE}`;

const DESCRIPTIONS: Readonly<Record<SecretState["state"], string>> = {
  same: "the file of this database",
  different: "NOT the file of this database",
  missing: "MISSING on this machine",
  new: "not compared: the database has no fingerprint of it",
};

type Result = { text: string; allRight: boolean };

async function compareSecrets(accept: boolean): Promise<Result> {
  await openSecretsForCommand();
  if (accept) await acceptSecrets();
  const states = await readSecretStates();
  const lines = states.map(({ name, state }) => `secrets/${name}: ${DESCRIPTIONS[state]}`);
  return {
    text: lines.length === 0 ? "This machine and this database have no key files." : lines.join("\n"),
    allRight: states.every(({ state }) => state === "same" || state === "new"),
  };
}

async function rewrap(): Promise<Result> {
  const source = secretSourceOf(env);
  if (source === undefined) throw new UsageError("ROOT_KEY_SOURCE is file: no service wraps the root key.");
  const names = await rewrapRootKeys(env.DATA_DIR, source);
  const text = `Wrapped again and verified: ${names.join(", ")}. Copy DATA_DIR/secrets to the other machines before you drop the former version of the service's key.`;
  return { text, allRight: true };
}

const OPTIONS = {
  accept: { type: "boolean", default: false },
  continue: { type: "boolean", default: false },
  finish: { type: "boolean", default: false },
  "leave-damaged": { type: "boolean", default: false },
  to: { type: "string" },
  "key-file": { type: "string" },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

/**
 * Without a verb, compares the secrets of this machine with the fingerprints in the database; `--accept` replaces the
 * fingerprints by those of this machine. `move` moves the secrets to another source, `rewrap` wraps the root key again, `rotate` replaces it.
 * Returns the text, and whether all secrets are right.
 */
export async function runSecretsCommand(args: readonly string[]): Promise<Result> {
  const { values, positionals } = parse(args);
  const [verb, ...more] = positionals;
  if (more.length > 0) throw new UsageError(USAGE);
  if (verb === undefined) return compareSecrets(values.accept);
  if (verb === "rewrap") return rewrap();
  if (verb === "rotate") {
    await openCommandSecrets();
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    return { text: await rotateRootKey(values, { say }), allRight: true };
  }
  if (verb !== "move") throw new UsageError(USAGE);
  await openSecretsForCommand({ allowsPlain: true });
  return { text: await moveSecrets(env, values), allRight: true };
}
