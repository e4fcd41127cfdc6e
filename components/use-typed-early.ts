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

/** A field's attributes that do not change. Its ID does. */
const keyOf = (field: Field): string =>
  [field.tagName, field.name, field.dataset.path, field.ariaLabel, field.placeholder].join(" ");
const fieldsWith = (key: string): Field[] =>
  [...document.querySelectorAll<Field>(TEXT)].filter((field) => keyOf(field) === key);

/** A field with text, and its place among the fields with the same attributes. */
type Entry = { field: Field; text: string; key: string; index: number };

function findTyped(): Entry[] {
  const typed = [...document.querySelectorAll<Field>(TEXT)].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  );
  return typed.map((field) => {
    const key = keyOf(field);
    return { field, text: field.value, key, index: fieldsWith(key).indexOf(field) };
  });
}

/** Reports the text of a field to React, which ignores the text that it finds at hydration. */
function reportText(field: Field, text: string): void {
  const valueProperty = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  // React compares a field with the last value that it set by its own property.
  field.value = field.defaultValue;
  valueProperty?.set?.call(field, text);
  dispatchInput(field);
}

/** Reports the text of an entry if React listens to its field. Returns the entry if it is to be tried again. */
function report(entry: Entry): Entry | null {
  // React replaces the elements of a part of the page that is updated before its code has come.
  const field = entry.field.isConnected ? entry.field : fieldsWith(entry.key)[entry.index];
  if (field === undefined) return null;
  // Unless an update has overwritten it, the field has the latest text.
  const text = field.value === field.defaultValue ? entry.text : field.value;
  // The first event hydrates its part of the page at once, if the code is there.
  if (!isHydrated(field)) dispatchInput(field);
  if (!isHydrated(field)) return { ...entry, field, text };
  reportText(field, text);
  return null;
}

/**
 * Keeps input that was typed or autofilled before hydration: forms only know values from events, and would overwrite
 * it with theirs.
 */
export function useTypedEarly(): void {
  useEffect(() => {
    let typed = findTyped();
    let retries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reportAll = () => {
      typed = typed.map(report).filter((entry) => entry !== null);
      if (typed.length > 0 && retries++ < MOST_RETRIES) timer = setTimeout(reportAll, RETRY_MS);
    };
    timer = setTimeout(reportAll);
    return () => clearTimeout(timer);
  }, []);
}
