"use client";

import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import classes from "./choice-select.module.css";

type Option = string | { value: string; label: string };
type Group = { group: string; items: Option[] };

type Props = Omit<NativeSelectProps, "data" | "value" | "defaultValue" | "onChange" | "placeholder"> & {
  data: readonly (Option | Group)[];
  value?: string | null;
  /** Gets null for the empty choice. */
  onChange?: (value: string | null) => void;
  /** The text of the empty choice. */
  placeholder?: string | undefined;
  /** Whether a member can return to the empty choice. */
  clearable?: boolean;
};

const valuesOf = (option: Option | Group): string[] => {
  if (typeof option === "string") return [option];
  return "group" in option ? option.items.flatMap(valuesOf) : [option.value];
};

/** A choice from a short list: the browser's select, whose list needs no code and is a phone's own. */
export function ChoiceSelect({
  data,
  value,
  onChange,
  placeholder = "",
  clearable = false,
  ...props
}: Props) {
  const values = data.flatMap(valuesOf);
  const selected = value !== undefined && value !== null && values.includes(value) ? value : null;
  const empty = { value: "", label: placeholder, disabled: !clearable };
  return (
    <NativeSelect
      {...props}
      {...(selected === null && { classNames: { input: classes.empty ?? "" } })}
      data={selected === null || clearable ? [empty, ...data] : [...data]}
      value={selected ?? ""}
      onChange={({ currentTarget: { value: next } }) => onChange?.(values.includes(next) ? next : null)}
    />
  );
}
