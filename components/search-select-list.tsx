"use client";

import { Select } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { labelOf, type SearchSelectProps, type TypedText } from "./search-select-props";

/** The list is rendered within this time after the focus has opened it. */
const RENDER_MS = 50;

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
  useEffect(() => {
    // Mantine's select resets the text to the label of the option when it is mounted.
    if (typed.current === null) return;
    const { text, keys } = typed.current;
    setSearch(text);
    const timer = setTimeout(() => {
      for (const key of keys)
        input.current?.dispatchEvent(
          new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }),
        );
    }, RENDER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Select
      {...props}
      ref={input}
      data={[...data]}
      value={value}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
