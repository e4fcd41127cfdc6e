// Verifies the receipt of an erasure or of a destroyed workspace with Node only, without a database or the network:
//   npm run receipt:verify -- <file> [--key <file of the public key>]
// The file is a receipt from the API or the dashboard, or one of DATA_DIR/erasures. The key is the answer of
// GET /v1/deletions/public-key, or its PEM; by default, the one in this machine's DATA_DIR. Exit code 1: not valid; 2: wrong usage.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { verifyReceipt } from "../lib/platform/verify/receipt.mjs";
import { importPublicKeys } from "../lib/platform/verify/signatures.mjs";

const USAGE = "Usage: npm run receipt:verify -- <file> [--key <file of the public key>]";

/** The problem that a failed check states. */
function describeProblem({ name, fields, keyId }) {
  if (name === "format") return `it is not a receipt of a deletion, by ${fields.join(", ")}`;
  if (name === "key") return `it was signed with another key, ${keyId}`;
  if (name === "signature") return "its signature does not match: it was changed";
  return `it does not state a completed deletion, by ${fields.join(", ")}`;
}

/** Reads the file of the key. Throws an error that says which option names another one. */
function readKey(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(
      `There is no public key at ${path} (${error.code}). Name its file with --key, or set DATA_DIR.`,
    );
  }
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
    return { receipt: document.receipt ?? document, pem: readKey(key), key };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

async function main() {
  const input = readInput();
  if (input === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { receipt, pem, key } = input;
  const keys = await importPublicKeys(pem);
  if (keys.length === 0) {
    process.stderr.write(
      `${key} has no public key. Save the answer of GET /v1/deletions/public-key in a file.\n`,
    );
    return 2;
  }
  const checks = await verifyReceipt(receipt, keys);
  const failed = checks.find(({ status }) => status === "failed");
  if (failed !== undefined) {
    process.stdout.write(`NOT VALID: ${describeProblem(failed)}\n`);
    return 1;
  }
  process.stdout.write(
    `valid: ${receipt.deletion_id === undefined ? "the whole" : receipt.deletion_id} of ${receipt.workspace_id}, complete at ${receipt.completed_at}\n` +
      `in backups of data until ${receipt.data_backups_expire_by}, of keys until ${receipt.key_backups_expire_by}\n`,
  );
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
