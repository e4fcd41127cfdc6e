// Verifies the receipt of an erasure or of a destroyed workspace with Node only, without a database or the network:
//   npm run receipt:verify -- <file> [--key <public key as PEM>]
// The file is a receipt from the API or the dashboard, or one of DATA_DIR/erasures. The key is the one of
// GET /v1/deletions/public-key; by default, the one in this machine's DATA_DIR. Exit code 1: not valid; 2: wrong usage.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const USAGE = "Usage: npm run receipt:verify -- <file> [--key <public key as PEM>]";

/** A JSON value in canonical form (RFC 8785), for the strings and integers of a receipt. */
function canonical(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The erasure of a contact, and the destruction of a workspace. */
const KINDS = ["parley erasure receipt", "parley workspace receipt"];

/** Returns the problem of a receipt, or null if it is valid. */
function findProblem(receipt, pem) {
  if (!KINDS.includes(receipt?.kind) || typeof receipt.signature?.value !== "string")
    return "it is not a receipt of an erasure";
  const { signature, ...facts } = receipt;
  const key = createPublicKey(pem);
  const keyId = createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");
  if (keyId !== signature.key_id) return `it was signed with another key, ${signature.key_id}`;
  const isGenuine = verify(
    null,
    Buffer.from(canonical(facts)),
    key,
    Buffer.from(signature.value, "base64url"),
  );
  return isGenuine ? null : "its signature does not match: it was changed";
}

function readInput() {
  try {
    const { values, positionals } = parseArgs({
      options: { key: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...extra] = positionals;
    if (file === undefined || extra.length > 0) return null;
    const key = values.key ?? join(process.env.DATA_DIR ?? ".data", "secrets", "receipt-signing.pub");
    const document = JSON.parse(readFileSync(file, "utf8"));
    return { receipt: document.receipt ?? document, pem: readFileSync(key, "utf8") };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

function main() {
  const input = readInput();
  if (input === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { receipt, pem } = input;
  const problem = findProblem(receipt, pem);
  if (problem !== null) {
    process.stdout.write(`NOT VALID: ${problem}\n`);
    return 1;
  }
  process.stdout.write(
    `valid: ${receipt.deletion_id === undefined ? "the whole" : receipt.deletion_id} of ${receipt.workspace_id}, complete at ${receipt.completed_at}\n` +
      `in backups of data until ${receipt.data_backups_expire_by}, of keys until ${receipt.key_backups_expire_by}\n`,
  );
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
