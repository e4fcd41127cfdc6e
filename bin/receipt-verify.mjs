// Verifies the receipt of an erasure or of a destroyed workspace with Node only, without a database or the network:
//   npm run receipt:verify -- <file> [--key <public key as PEM>]
// The file is a receipt from the API or the dashboard, or one of DATA_DIR/erasures. The key is the one of
// GET /v1/deletions/public-key; by default, the one in this machine's DATA_DIR. Exit code 1: not valid; 2: wrong usage.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { verifyReceipt } from "../lib/platform/verify/receipt.mjs";
import { importPublicKeys } from "../lib/platform/verify/signatures.mjs";

const USAGE = "Usage: npm run receipt:verify -- <file> [--key <public key as PEM>]";

/** The problem that a failed check states. */
function describeProblem({ name, fields, keyId }) {
  if (name === "format") return `it is not a receipt of a deletion, by ${fields.join(", ")}`;
  if (name === "key") return `it was signed with another key, ${keyId}`;
  if (name === "signature") return "its signature does not match: it was changed";
  return `it does not state a completed deletion, by ${fields.join(", ")}`;
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

async function main() {
  const input = readInput();
  if (input === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { receipt, pem } = input;
  const checks = await verifyReceipt(receipt, await importPublicKeys(pem));
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
