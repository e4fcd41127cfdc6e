import type { AuditFault, AuditRestore } from "@/lib/platform/audit/schema";
import type { AuditCheck, ReceiptCheck } from "@/lib/platform/verify";
import type { Translator } from "@/messages/translator";

type Texts = Translator<"verification.files">;

/** The meaning of a receipt's check, with the fields or the key at fault. */
export const receiptCheckText = (t: Texts, { name, status, fields, keyId }: ReceiptCheck): string =>
  t(`receipt.${name}.${status}`, { fields: fields.join(", "), key: keyId ?? "" });

/** Faults that a check names; the command lists all of them. */
const MAX_NAMED_FAULTS = 10;

function faultText(t: Texts, { seq, problem, count }: AuditFault): string {
  return count > 1
    ? t("audit.missing", { from: seq, to: seq + count - 1 })
    : t(`audit.problem.${problem}`, { seq });
}

const restoreText = (t: Texts, { at, kept_seq, replaced_seq }: AuditRestore): string =>
  t("audit.replaced", { time: at, count: replaced_seq - kept_seq, from: kept_seq + 1, to: replaced_seq });

/** The meaning of an audit log's check, with the entries at fault or replaced by a restore. */
export function auditCheckText(t: Texts, check: AuditCheck): string {
  const { name, status, count, seq, faults, faultCount, restores } = check;
  if (faults.length === 0)
    return [
      t(`audit.${name}.${status}`, { count, seq: seq ?? 0 }),
      ...restores.map((restore) => restoreText(t, restore)),
    ].join(" ");
  const named = faults.slice(0, MAX_NAMED_FAULTS);
  const unnamed = faultCount - named.length;
  const texts = named.map((fault) => faultText(t, fault));
  return [...texts, ...(unnamed > 0 ? [t("audit.moreFaults", { count: unnamed })] : [])].join(" ");
}
