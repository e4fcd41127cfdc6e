"use client";

import type { SelectProps, TextInputProps } from "@mantine/core";
import { useId, useRef } from "react";
import { SearchSelectField } from "./search-select-field";
import { useRequested } from "./use-requested";

type Option = { value: string; label: string };
type InputProps = Omit<
  TextInputProps,
  "value" | "defaultValue" | "onChange" | "ref" | "classNames" | "styles" | "vars" | "attributes"
>;
export type SearchSelectProps = InputProps &
  Pick<SelectProps, "clearable" | "clearButtonProps" | "allowDeselect" | "nothingFoundMessage" | "limit"> & {
    data: readonly (string | Option)[];
    value?: string | null;
    onChange?: (value: string | null) => void;
  };

/** The text of a field that has the focus, its selection, and the keys that its list has to handle. */
export type TypedText = { text: string; start: number | null; end: number | null; keys: readonly string[] };

/** The label of the selected option. */
export function labelOf(data: SearchSelectProps["data"], value: string | null | undefined): string {
  const option = data.find((each) => (typeof each === "string" ? each : each.value) === value) ?? "";
  return typeof option === "string" ? option : option.label;
}

const loadList = async () => (await import("./search-select-list")).SearchSelectList;

/**
 * A choice from a long list, which is searched by typing. The list is loaded when the field gets the focus. The loaded
 * select then takes the place of the field, with its focus and the text that was typed until then.
 */
export function SearchSelect({ id, ...props }: SearchSelectProps) {
  const { Part, request, preload } = useRequested(loadList);
  const generatedId = useId();
  const typed = useRef<TypedText | null>(null);
  const shared = { ...props, id: id ?? generatedId, typed };
  return Part === null ? (
    <SearchSelectField {...shared} request={request} preload={preload} />
  ) : (
    <Part {...shared} />
  );
}
