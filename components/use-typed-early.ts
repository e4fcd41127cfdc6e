"use client";

import { useEffect } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that hold text; what is ticked or chosen early is pressed again. */
const TEXT = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])";
const RETRY_MS = 50;
/** The page's code has come by then, or the page does not work. */
const MOST_RETRIES = 600;

const dispatchInput = (field: Field) => field.dispatchEvent(new Event("input", { bubbles: true }));

/**
 * Whether React listens to a field. A part of the page whose code has not come yet ignores events, and its first
 * update then overwrites the field. There is no public way to ask: React marks the elements that it has hydrated.
 */
const isHydrated = (field: Field) => Object.keys(field).some((key) => key.startsWith("__reactProps$"));

/** Reports the text of a field to React, which ignores the text that it finds at hydration. */
function reportText(field: Field, text: string): void {
  const valueProperty = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  // React compares a field with the last value that it set by its own property.
  field.value = field.defaultValue;
  valueProperty?.set?.call(field, text);
  dispatchInput(field);
}

/**
 * Keeps input that was typed or autofilled before hydration: forms only know values from events, and would overwrite
 * it with theirs.
 */
export function useTypedEarly(): void {
  useEffect(() => {
    let typed = [...document.querySelectorAll<Field>(TEXT)]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map((field) => ({ field, text: field.value }));
    let retries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      for (const entry of typed) {
        const { field } = entry;
        // Unless an update has overwritten it, the field has the latest text.
        if (field.value !== field.defaultValue) entry.text = field.value;
        // The first event hydrates its part of the page at once, if the code is there.
        if (!isHydrated(field)) dispatchInput(field);
        if (isHydrated(field)) reportText(field, entry.text);
      }
      typed = typed.filter(({ field }) => field.isConnected && !isHydrated(field));
      if (typed.length > 0 && retries++ < MOST_RETRIES) timer = setTimeout(report, RETRY_MS);
    };
    timer = setTimeout(report);
    return () => clearTimeout(timer);
  }, []);
}
