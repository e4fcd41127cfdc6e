"use client";

import { Popover } from "@mantine/core";
import { useRef } from "react";
import { useOpenAtMount } from "../use-requested";
import type { Changes, Filter, Get } from "./filter";
import classes from "./filter-bar.module.css";
import { EDITOR_WIDTH, FilterEditor } from "./filter-editor";

type Props = { text: string; filter: Filter; get: Get; onApply: (changes: Changes) => void };

/** The text of an active filter, and its editor, which opens when it is loaded. */
export function ChipEditor({ text, filter, get, onApply }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  const change = (next: boolean) => {
    setOpened(next);
    // The editor takes the focus when it opens, before the popover could note where it was.
    if (!next) button.current?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-start"
      trapFocus
      shadow="md"
      width={EDITOR_WIDTH}
    >
      <Popover.Target>
        <button ref={button} type="button" className={classes.text} onClick={() => change(!opened)}>
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterEditor
          filter={filter}
          get={get}
          onApply={(changes) => {
            change(false);
            onApply(changes);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
