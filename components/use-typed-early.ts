"use client";

import { useEffect } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that hold text; what is ticked or chosen early is pressed again. */
const TEXT = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])";
const tell = (field: Field) => field.dispatchEvent(new Event("input", { bubbles: true }));

/** Has React hear of what stands in a field: it passes by what it finds there as it takes over. */
function type(field: Field, text: string): void {
  // Of a part of the page that is still to be taken over, the first event has React do so, and is not heard itself.
  tell(field);
  const valueProperty = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  // React takes note of what its own property of the field is set to, and tells a change by the difference.
  field.value = field.defaultValue;
  valueProperty?.set?.call(field, text);
  tell(field);
}

/**
 * Keeps input that was typed or autofilled before hydration: forms only know values from events, and would overwrite
 * it with their own.
 */
export function useTypedEarly(): void {
  useEffect(() => {
    const typed = [...document.querySelectorAll<Field>(TEXT)]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map((field) => ({ field, text: field.value }));
    const timer = setTimeout(() => {
      for (const { field, text } of typed) if (field.isConnected) type(field, text);
    });
    return () => clearTimeout(timer);
  }, []);
}
