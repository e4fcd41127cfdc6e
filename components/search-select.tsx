"use client";

import { useId, useRef } from "react";
import { SearchSelectField } from "./search-select-field";
import type { SearchSelectProps, TypedText } from "./search-select-props";
import { useRequested } from "./use-requested";

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
