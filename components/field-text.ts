import type { ErrorDetail } from "@/lib/platform/errors";
import { WRITE_SOMETHING } from "@/lib/platform/reasons/fields/platform";
import type { Translator } from "@/messages/translator";
import { detailText } from "./problem-text";

/** Whether a field is empty, without a reason that says what to enter. A form sends null for a text that it lacks. */
const isEmptyField = ({ code, reason, message, params }: ErrorDetail): boolean =>
  (code === "required" && (reason ?? code) === code) ||
  message === WRITE_SOMETHING ||
  (code === "invalid_type" && params?.rule === "string");

/** The label of an input, without the sign of a required field. Null without a label. */
function labelOf(input: HTMLElement | null): string | null {
  if (input === null) return null;
  const label = document.querySelector(`label[for="${CSS.escape(input.id)}"]`);
  const text = label?.firstChild?.textContent ?? input.getAttribute("aria-label");
  return text?.trim() || null;
}

/** The text of a problem at its input. An empty field is named by its label, so that the message says what to enter. */
export function fieldText(t: Translator<"errors">, detail: ErrorDetail, input: HTMLElement | null): string {
  const field = isEmptyField(detail) ? labelOf(input) : null;
  return field === null ? detailText(t, detail) : t("empty", { field });
}
