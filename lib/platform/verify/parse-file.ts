import { AuditEntry, SignedHead } from "@/lib/platform/audit/schema";
import { isRecord } from "@/lib/platform/is-record";
import { isReceipt } from "./receipt.mjs";

export type VerifiableFile =
  | { kind: "receipt"; receipt: unknown }
  | { kind: "audit"; entries: AuditEntry[] }
  | { kind: "heads"; heads: SignedHead[] }
  /** `line`: the first line that is neither an entry nor a head. */
  | { kind: "unknown"; line: number };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A receipt, also within the file of `DATA_DIR/erasures`, or the response with the signed heads. */
function parseDocument(document: unknown): VerifiableFile | null {
  if (!isRecord(document)) return null;
  if (isReceipt(document)) return { kind: "receipt", receipt: document };
  if (isReceipt(document.receipt)) return { kind: "receipt", receipt: document.receipt };
  const heads = SignedHead.array().safeParse(document.data);
  return heads.success ? { kind: "heads", heads: heads.data } : null;
}

/** Lines of JSON: entries of an exported audit log, or signed heads. */
function parseLines(text: string): VerifiableFile {
  const entries: AuditEntry[] = [];
  const heads: SignedHead[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const value = parseJson(line);
    const entry = AuditEntry.safeParse(value);
    const head = entry.success ? null : SignedHead.safeParse(value);
    if (entry.success) entries.push(entry.data);
    else if (head?.success) heads.push(head.data);
    else return { kind: "unknown", line: index + 1 };
    if (entries.length > 0 && heads.length > 0) return { kind: "unknown", line: index + 1 };
  }
  if (entries.length > 0) return { kind: "audit", entries };
  return heads.length > 0 ? { kind: "heads", heads } : { kind: "unknown", line: 1 };
}

/** Recognizes the content of a file that can be verified. */
export const parseVerifiable = (text: string): VerifiableFile =>
  parseDocument(parseJson(text)) ?? parseLines(text);
