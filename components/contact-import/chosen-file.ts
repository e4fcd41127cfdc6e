import type { FORMATS } from "@/lib/outreach/imports/schema";
import { MAX_FILE } from "@/lib/outreach/imports/values";
import type { Translator } from "@/messages/translator";

const MIB = 1024 * 1024;
export const MAX_FILE_TEXT = `${MAX_FILE / MIB} MiB`;

/** Media type by file name, as browsers report several types for CSV. */
export const mediaTypeOf = (file: File): keyof typeof FORMATS =>
  file.name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";

/** Whether a file can be sent. */
export const isSendable = (file: File): boolean => file.size > 0 && file.size <= MAX_FILE;

/** Why a file cannot be sent; null if it can. */
export function fileProblem(t: Translator<"contacts.import">, file: File | null): string | null {
  if (file === null) return t("missing");
  if (isSendable(file)) return null;
  return file.size === 0 ? t("empty") : t("tooLarge", { max: MAX_FILE_TEXT });
}
