import { afterEach, expect, it, vi } from "vitest";
import type { ErrorDetail } from "@/lib/platform/errors";
import { WRITE_SOMETHING } from "@/lib/platform/reasons/fields/platform";
import { english } from "@/messages/testing/english";
import { fieldText } from "./field-text";

const t = english("errors");
const detail = (code: string, message: string, params = {}): ErrorDetail => ({
  in: "body",
  pointer: "/name",
  code,
  message,
  params,
  reason: code,
});

/** An input with this accessible name and a label before the sign of a required field. */
function stubInput(label: string | null, name: string | null = null): HTMLElement {
  vi.stubGlobal("CSS", { escape: String });
  vi.stubGlobal("document", {
    documentElement: { lang: "en" },
    querySelector: () => label && { firstChild: { textContent: label }, textContent: `${label} *` },
  });
  return { id: "a", getAttribute: () => name } as unknown as HTMLElement;
}

afterEach(() => vi.unstubAllGlobals());

it("names an empty field by the label of its input", () => {
  const text = "“Name” is empty. Enter a value.";
  const required = detail("required", "");
  expect(fieldText(t, required, stubInput("Name"))).toBe(text);
  expect(fieldText(t, required, stubInput(null, "Name"))).toBe(text);
  expect(fieldText(t, detail("invalid_format", WRITE_SOMETHING), stubInput("Name"))).toBe(text);
  expect(fieldText(t, detail("invalid_type", "", { rule: "string" }), stubInput("Name"))).toBe(text);
});

it("keeps the text of another problem, and of a field without an input or a label", () => {
  const required = detail("required", "");
  expect(fieldText(t, required, null)).toBe("This field is required.");
  expect(fieldText(t, required, stubInput(null))).toBe("This field is required.");
  expect(fieldText(t, detail("invalid_format", "", { rule: "email" }), stubInput("Email"))).toBe(
    "Enter an email such as name@example.com.",
  );
  const choices = { ...detail("required", "List what there is to choose from."), reason: "choices_missing" };
  expect(fieldText(t, choices, stubInput("Choices"))).toBe(choices.message);
});
