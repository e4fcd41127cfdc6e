"use client";

import { Pill, PillsInput, type PillsInputProps } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from "react";
import { addTags } from "./add-tags";

type Props = Pick<PillsInputProps, "label" | "description" | "error"> & {
  placeholder?: string;
  value?: readonly string[];
  onChange?: (tags: string[]) => void;
  maxTags?: number;
  /** Characters of a tag. */
  maxLength?: number;
  /** The form's name of the field, by which its messages find it. */
  "data-path"?: string;
  onFocus?: () => void;
  onBlur?: () => void;
};

/**
 * A list of short texts. Enter, a comma or leaving the field adds the typed text, a pasted list is split at its commas, and
 * the backspace key removes the last text of an empty field.
 */
export function TagsInput(props: Props) {
  const { label, description, error, value = [], onChange, maxTags = Number.POSITIVE_INFINITY } = props;
  const id = useId();
  const [text, setText] = useState("");
  const add = (typed: string) => {
    const tags = addTags(value, typed, maxTags);
    if (tags.length > value.length) onChange?.(tags);
    setText("");
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const isEmpty = text.trim() === "";
    if (event.key === "Backspace" && text === "" && value.length > 0) onChange?.(value.slice(0, -1));
    if ((event.key !== "Enter" && event.key !== ",") || isEmpty) return;
    event.preventDefault();
    add(text);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    add(`${text}${event.clipboardData.getData("text/plain")}`);
  };
  return (
    <PillsInput id={id} label={label} description={description} error={error}>
      <Pill.Group>
        {value.map((tag) => (
          <Pill key={tag} withRemoveButton onRemove={() => onChange?.(value.filter((each) => each !== tag))}>
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onFocus={props.onFocus}
          onBlur={() => {
            add(text);
            props.onBlur?.();
          }}
          data-path={props["data-path"]}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
        />
      </Pill.Group>
    </PillsInput>
  );
}
