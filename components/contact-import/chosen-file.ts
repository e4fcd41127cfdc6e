import { type FORMATS, MAX_FILE } from "@/lib/outreach/imports/schema";

const MIB = 1024 * 1024;
export const MAX_FILE_TEXT = `${MAX_FILE / MIB} MiB`;

/** Media type by file name, as browsers report several types for CSV. */
export const mediaTypeOf = (file: File): keyof typeof FORMATS =>
  file.name.toLowerCase().endsWith(".json") ? "application/json" : "text/csv";

/** Why a file cannot be sent; null if it can. */
export function fileProblem(file: File | null): string | null {
  if (file === null) return "Choose a file.";
  if (file.size > MAX_FILE)
    return `The file is larger than ${MAX_FILE_TEXT}. Split it, and import its parts.`;
  return file.size === 0 ? "The file is empty." : null;
}
