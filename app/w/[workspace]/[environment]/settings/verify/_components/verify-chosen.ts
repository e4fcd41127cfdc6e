import {
  type AuditCheck,
  importPublicKeys,
  MAX_FILE_BYTES,
  type PublicKey,
  parseVerifiable,
  type ReceiptCheck,
  type VerifiableFile,
  verifyAuditFile,
  verifyReceipt,
} from "@/lib/platform/verify";
import { MAX_FILES } from "./max-files";

/** The result of one file. */
export type FileResult = { name: string } & (
  | { kind: "receipt"; checks: ReceiptCheck[] }
  | { kind: "audit"; checks: AuditCheck[] }
  | { kind: "heads"; count: number }
  | { kind: "unknown"; line: number }
  | { kind: "tooLarge" }
);

type Trust = { keys: string; workspaceId: string };
type NamedFile = { name: string; content: VerifiableFile | null };

async function readNamed(file: File): Promise<NamedFile> {
  if (file.size > MAX_FILE_BYTES) return { name: file.name, content: null };
  return { name: file.name, content: parseVerifiable(await file.text()) };
}

const headsOf = ({ content }: NamedFile) => (content?.kind === "heads" ? content.heads : []);

async function verifyFile(
  { name, content }: NamedFile,
  all: readonly NamedFile[],
  keys: readonly PublicKey[],
  workspaceId: string,
): Promise<FileResult> {
  if (content === null) return { name, kind: "tooLarge" };
  switch (content.kind) {
    case "receipt":
      return { name, kind: "receipt", checks: await verifyReceipt(content.receipt, keys) };
    case "audit": {
      const { entries } = content;
      const heads = all.flatMap(headsOf);
      return { name, kind: "audit", checks: await verifyAuditFile({ workspaceId, entries, heads }, keys) };
    }
    case "heads":
      return { name, kind: "heads", count: content.heads.length };
    default:
      return { name, kind: "unknown", line: content.line };
  }
}

/** The keys of a text; null if the browser lacks Web Crypto, as on a page without HTTPS, or Ed25519. */
async function readKeys(text: string): Promise<PublicKey[] | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  try {
    return await importPublicKeys(text);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    throw error;
  }
}

/**
 * Verifies files in this browser, without any request. Audit logs are compared with the signed heads among the files. Returns
 * `unsupported` if the browser lacks Web Crypto or Ed25519.
 */
export async function verifyChosen(
  files: readonly File[],
  { keys: text, workspaceId }: Trust,
): Promise<FileResult[] | "unsupported"> {
  const keys = await readKeys(text);
  if (keys === null) return "unsupported";
  const all: NamedFile[] = [];
  for (const file of files.slice(0, MAX_FILES)) all.push(await readNamed(file));
  const results: FileResult[] = [];
  for (const file of all) results.push(await verifyFile(file, all, keys, workspaceId.trim()));
  return results;
}
