// Checks the receipt of an erasure, or of a workspace that was destroyed, without a database and without the network,
// with Node alone:
//   npm run receipt:verify -- <file> [--key <public key as PEM>]
// The file is a receipt as the API and the page give it, or one of DATA_DIR/erasures. The key is that of
// GET /v1/deletions/public-key; without it, the one in this machine's DATA_DIR. Exit code 1: not valid; 2: not understood.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const USAGE = "Usage: npm run receipt:verify -- <file> [--key <public key as PEM>]";

/** A JSON value in canonical form (RFC 8785), for the texts and whole numbers that a receipt holds. */
function canonical(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** Of a contact's erasure, and of a workspace that was destroyed. */
const KINDS = ["parley erasure receipt", "parley workspace receipt"];

/** What is wrong with a receipt; null where nothing is. */
function problemOf(receipt, pem) {
  if (!KINDS.includes(receipt?.kind) || typeof receipt.signature?.value !== "string")
    return "it is no receipt of an erasure";
  const { signature, ...facts } = receipt;
  const key = createPublicKey(pem);
  const keyId = createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");
  if (keyId !== signature.key_id) return `it was signed with another key, ${signature.key_id}`;
  const holds = verify(null, Buffer.from(canonical(facts)), key, Buffer.from(signature.value, "base64url"));
  return holds ? null : "its signature does not fit: it was changed";
}

function asked() {
  try {
    const { values, positionals } = parseArgs({
      options: { key: { type: "string" } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    const key = values.key ?? join(process.env.DATA_DIR ?? ".data", "secrets", "receipt-signing.pub");
    const given = JSON.parse(readFileSync(file, "utf8"));
    return { receipt: given.receipt ?? given, pem: readFileSync(key, "utf8") };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

function main() {
  const given = asked();
  if (given === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { receipt, pem } = given;
  const problem = problemOf(receipt, pem);
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
