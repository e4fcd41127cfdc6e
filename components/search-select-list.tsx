"use client";

import { Select } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { LIST_KEYS, labelOf, type SearchSelectProps, type TypedText } from "./search-select-props";

/** A list without options takes the keys after this time. */
const RENDER_LIMIT_MS = 1_000;

/** Whether the list of a field has options. Mantine ignores the keys of a list before. */
const hasOptions = (field: HTMLElement): boolean => {
  const list = field.getAttribute("aria-controls");
  return list !== null && document.getElementById(list)?.querySelector('[role="option"]') != null;
};

type Props = SearchSelectProps & {
  /** The state of the field that this select replaces, if the field had the focus. */
  typed: RefObject<TypedText | null>;
};

/** A searchable select with its list. Takes the focus and the text of the field that it replaces, and opens. */
export function SearchSelectList({ typed, data, value = null, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(() => typed.current?.text ?? labelOf(data, value));
  useLayoutEffect(() => {
    if (typed.current === null) return;
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(typed.current.start, typed.current.end);
  }, [typed]);
  /** Keys that wait for the options; null when Mantine's select handles them. */
  const waiting = useRef<string[] | null>(null);
  useEffect(() => {
    const { current } = input;
    if (typed.current === null || current === null) return;
    // Mantine's select resets the text to the label of the option when it is mounted.
    setSearch(typed.current.text);
    waiting.current = [...typed.current.keys];
    const end = Date.now() + RENDER_LIMIT_MS;
    let frame = 0;
    const replay = () => {
      if (!hasOptions(current) && Date.now() < end) {
        frame = requestAnimationFrame(replay);
        return;
      }
      const keys = waiting.current ?? [];
      waiting.current = null;
      for (const key of keys)
        current.dispatchEvent(
          new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }),
        );
    };
    frame = requestAnimationFrame(replay);
    return () => cancelAnimationFrame(frame);
  }, [typed]);
  return (
    <Select
      // A click on the selected option keeps it, unless the field can be empty.
      allowDeselect={props.clearable ?? false}
      {...props}
      ref={input}
      data={[...data]}
      value={value}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onKeyDownCapture={(event) => {
        if (waiting.current === null || !LIST_KEYS.has(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        waiting.current.push(event.key);
      }}
    />
  );
}
