import { FIELD_REASONS } from "@/lib/platform/reasons/field-reasons";
import { DETAIL_REASONS, ERROR_REASONS } from "@/lib/platform/reasons/reasons";
import type { Reason, ReasonTexts } from "../reason-texts";

/** A language that leaves every sentence to the server. */
const UNTRANSLATED = Object.fromEntries(
  Object.keys({ ...ERROR_REASONS, ...DETAIL_REASONS, ...FIELD_REASONS }).map((reason) => [reason, null]),
) as Readonly<Record<Reason, null>>;

/** The reasons of a language that exists only in tests: German, with the numbers and plurals of German. */
export const reasons = {
  ...UNTRANSLATED,
  own_key_active: "Ihr eigener Schlüssel ist bereits aktiv.",
  too_many_comments:
    "Ein Anruf hat höchstens {max, plural, one {# Kommentar} other {# Kommentare}}. Löschen Sie zuerst einen.",
  campaign_fields_fixed:
    "Die Kampagne ist {status, select, running {aktiv} other {beendet}}. Änderbar: {fields}.",
  prompt_missing: "Schreiben Sie einen Prompt.",
  too_many_keys: "Höchstens {max, plural, one {# Schlüssel} other {# Schlüssel}}.",
  use_base64: "Verwenden Sie Base64.",
} as const satisfies ReasonTexts;
