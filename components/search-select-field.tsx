"use client";

import { ComboboxChevron, Input, TextInput } from "@mantine/core";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { LIST_KEYS, labelOf, type SearchSelectProps, type TypedText } from "./search-select-props";

type Props = SearchSelectProps & {
  /** Gets the state of the field if it has the focus when the loaded select replaces it. */
  typed: RefObject<TypedText | null>;
  request: () => Promise<boolean>;
  preload: () => void;
};

/** A searchable select before its list is loaded: a field with the selected option, which keeps what is typed. */
export function SearchSelectField({ typed, request, preload, ...props }: Props) {
  const { data, value, onChange, clearable, clearButtonProps, ...more } = props;
  const { allowDeselect: _deselect, nothingFoundMessage: _empty, limit: _limit, ...input } = more;
  const { size = "sm", error, disabled } = input;
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<string[]>([]);
  const [text, setText] = useState<string | null>(null);
  useLayoutEffect(() => {
    const { current } = field;
    return () => {
      if (current === null || current !== document.activeElement) return;
      const { value: latest, selectionStart: start, selectionEnd: end } = current;
      typed.current = { text: latest, start, end, keys: keys.current };
    };
  }, [typed]);
  const isClearable = clearable === true && typeof value === "string" && value !== "" && disabled !== true;
  return (
    <TextInput
      rightSectionPointerEvents="none"
      {...input}
      ref={field}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      value={text ?? labelOf(data, value)}
      onChange={(event) => {
        setText(event.currentTarget.value);
        void request();
      }}
      onPointerEnter={preload}
      onFocus={(event) => {
        input.onFocus?.(event);
        void request();
      }}
      onKeyDown={(event) => {
        if (!LIST_KEYS.has(event.key) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        keys.current.push(event.key);
      }}
      onBlur={(event) => {
        input.onBlur?.(event);
        keys.current = [];
        setText(null);
      }}
      __defaultRightSection={<ComboboxChevron size={size} error={error} />}
      __clearable={isClearable}
      __clearSection={
        <Input.ClearButton
          tabIndex={-1}
          aria-hidden
          {...clearButtonProps}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange?.(null)}
        />
      }
    />
  );
}
