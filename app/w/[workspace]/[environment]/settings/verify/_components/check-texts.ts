import type { AuditCheck, ReceiptCheck } from "@/lib/platform/verify";
import type { Translator } from "@/messages/translator";

type Texts = Translator<"records.verifyFiles">;

/** The meaning of a receipt's check, with the fields or the key at fault. */
export const receiptCheckText = (t: Texts, { name, status, fields, keyId }: ReceiptCheck): string =>
  t(`receipt.${name}.${status}`, { fields: fields.join(", "), key: keyId ?? "" });

/** The meaning of an audit log's check, with the entry at fault. */
export function auditCheckText(t: Texts, { name, status, count, seq, problem }: AuditCheck): string {
  if (name === "chain" && status === "failed" && problem !== null)
    return t(`audit.problem.${problem}`, { seq: seq ?? 0 });
  return t(`audit.${name}.${status}`, { count, seq: seq ?? 0 });
}
