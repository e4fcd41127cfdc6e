import type { FieldReason } from "@/lib/platform/reasons/field-reasons";
import type { DetailReason, ErrorReason } from "@/lib/platform/reasons/reasons";
import type { Locale } from "./catalogs";
import type { en } from "./en";

/** The standard messages of codes, which every language has in `errors`. */
type Standard = keyof typeof en.errors.problem | keyof typeof en.errors.detail;

/** The reasons whose sentence a language translates. */
export type Reason = Exclude<ErrorReason | DetailReason | FieldReason, Standard>;

/**
 * The messages of a language for the reasons of the API's errors, in ICU format with the parameters of the English sentence.
 * Null stands for the sentence that the server sends, which is English. A language without an entry for a reason does not
 * compile, so that a new reason is either translated or left in English on purpose.
 */
export type ReasonTexts = Readonly<Record<Reason, string | null>>;

/** Loads the texts of a language: `async () => (await import("./de/reasons")).reasons`. */
export type LoadReasonTexts = () => Promise<ReasonTexts>;

/** The texts of each language. Those of English are the server's sentences. */
export const REASON_TEXTS: Readonly<Record<Locale, LoadReasonTexts | null>> = { en: null };
