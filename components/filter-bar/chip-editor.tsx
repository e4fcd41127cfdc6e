"use client";

import { useRef } from "react";
import type { Changes, Filter, Get } from "./filter";
import classes from "./filter-bar.module.css";
import { FilterEditor } from "./filter-editor";
import { FilterPopover, useFilterPopover } from "./filter-popover";

type Props = { text: string; filter: Filter; get: Get; onApply: (changes: Changes) => void };

/** The text of an active filter, and its editor, which opens when it is loaded. */
export function ChipEditor({ text, filter, get, onApply }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { opened, change } = useFilterPopover(button);
  return (
    <FilterPopover
      opened={opened}
      onChange={change}
      button={
        <button ref={button} type="button" className={classes.text} onClick={() => change(!opened)}>
          {text}
        </button>
      }
    >
      <FilterEditor
        filter={filter}
        get={get}
        onApply={(changes) => {
          change(false);
          onApply(changes);
        }}
      />
    </FilterPopover>
  );
}
