// Verifies an exported audit log without a database or the network, for example on another machine:
//   npm run audit:verify-file -- <file> --workspace ws_… [--heads <file> --key <public key as PEM>]
// The file is an export of the audit log as JSON Lines, complete or a part. The heads are a copy of DATA_DIR/audit/heads.jsonl
// or the response of GET /v1/audit/heads; the key is a stored copy of its `public_key`. Without them, entries that were
// removed at the end, and a log that was rewritten as a whole, cannot be detected. Prints one line per check. Exit code 1:
// not valid; 2: wrong usage.
import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  type AuditCheck,
  importPublicKeys,
  type PublicKey,
  parseVerifiable,
  type VerifiableFile,
  verifyAuditFile,
} from "@/lib/platform/verify";
import { describeFaults } from "./operator/describe-faults";
import { describeReplaced } from "./operator/describe-restore";

const USAGE =
  "Usage: npm run audit:verify-file -- <file> --workspace ws_… [--heads <file> --key <public key as PEM>]";
/** Largest file in bytes: some 400,000 entries, which take some gigabytes of memory. Export a longer log in parts. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** An error of the command line or of a file that it names. */
class UsageError extends Error {}

type Input = Parameters<typeof verifyAuditFile>[0] & { keys: PublicKey[] };

function readText(path: string): string {
  if (statSync(path).size > MAX_FILE_BYTES)
    throw new UsageError(`${path} exceeds ${MAX_FILE_BYTES} bytes. Export the log in parts.`);
  return readFileSync(path, "utf8");
}

/** Reads a file of one kind. */
function readKind<Kind extends "audit" | "heads">(
  path: string,
  kind: Kind,
): Extract<VerifiableFile, { kind: Kind }> {
  const content = parseVerifiable(readText(path));
  if (content.kind === kind) return content as Extract<VerifiableFile, { kind: Kind }>;
  const line = content.kind === "unknown" ? `, by line ${content.line}` : "";
  throw new UsageError(
    `${path} is not a file of ${kind === "audit" ? "audit entries" : "signed heads"}${line}.`,
  );
}

async function readInput(): Promise<Input> {
  const { values, positionals } = parseArgs({
    options: { workspace: { type: "string" }, heads: { type: "string" }, key: { type: "string" } },
    allowPositionals: true,
  });
  const [file, ...extra] = positionals;
  const { workspace: workspaceId, heads, key } = values;
  if (file === undefined || extra.length > 0 || workspaceId === undefined) throw new UsageError(USAGE);
  if ((heads === undefined) !== (key === undefined)) throw new UsageError(USAGE);
  const keys = key === undefined ? [] : await importPublicKeys(readText(key));
  if (key !== undefined && keys.length === 0) throw new UsageError(`${key} has no Ed25519 key as PEM.`);
  return {
    workspaceId,
    entries: readKind(file, "audit").entries,
    heads: heads === undefined ? [] : readKind(heads, "heads").heads,
    keys,
  };
}

const UNITS = {
  chain: "entries",
  signatures: "heads",
  heads: "heads",
  restores: "restores from a backup",
} as const;

function describePosition({ status, seq }: AuditCheck): string {
  return status === "skipped" ? `the file begins with entry ${seq}` : `entry ${seq}`;
}

function describeCount({ name, count }: AuditCheck): string[] {
  if (name === "end") return [`${count} entries after the last signed head`];
  return name === "start" || count === 0 ? [] : [`${count} ${UNITS[name]}`];
}

function describe(check: AuditCheck): string[] {
  const { name, status, seq, problem, faults, faultCount, restores } = check;
  const parts = [`${name} ${status}`];
  if (status === "passed") parts.push(...describeCount(check));
  if (seq !== null) parts.push(describePosition(check));
  if (problem !== null) parts.push(problem);
  const details = [
    ...describeFaults(faults, faultCount),
    ...restores.map(({ at, kept_seq, replaced_seq }) => `${at}: ${describeReplaced(kept_seq, replaced_seq)}`),
  ];
  return [parts.join(", "), ...details.map((line) => `  ${line}`)];
}

function verdictOf(checks: readonly AuditCheck[]): string {
  if (checks.some(({ status }) => status === "failed")) return "NOT VALID";
  return checks.every(({ status }) => status === "passed")
    ? "valid"
    : "no fault found, but not all was checked";
}

async function main(): Promise<number> {
  try {
    const { keys, ...input } = await readInput();
    const checks = await verifyAuditFile(input, keys);
    process.stdout.write(`${[...checks.flatMap(describe), verdictOf(checks)].join("\n")}\n`);
    return checks.some(({ status }) => status === "failed") ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

process.exitCode = await main();
