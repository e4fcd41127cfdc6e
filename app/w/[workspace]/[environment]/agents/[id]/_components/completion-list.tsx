"use client";

import { Box } from "@mantine/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./template-field.module.css";

type Props = {
  id: string;
  label: string;
  options: readonly string[];
  index: number;
  /** The highlighted copy of the text, which has the position of each character. */
  overlay: RefObject<HTMLElement | null>;
  /** The position in the text that the list stands below. */
  at: number;
  onChoose: (name: string) => void;
};

const LIST_WIDTH_PX = 260;
const GAP_PX = 4;

/** The place of the list within the field: below a character of the overlay, or above it at the end of the window. */
function placeOf(overlay: HTMLElement, at: number, height: number): { left: number; top: number } {
  const walker = document.createTreeWalker(overlay, NodeFilter.SHOW_TEXT);
  let start = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? "";
    if (at <= start + length) {
      const range = document.createRange();
      range.setStart(node, at - start);
      const { left, top, bottom } = range.getBoundingClientRect();
      const isBelow = bottom + height + GAP_PX <= window.innerHeight || top < height;
      const listTop = isBelow ? bottom + GAP_PX : top - height - GAP_PX;
      const frame = overlay.closest("[data-frame]")?.getBoundingClientRect();
      const maxLeft = Math.max(0, (frame?.width ?? 0) - LIST_WIDTH_PX);
      return { left: Math.min(left - (frame?.left ?? 0), maxLeft), top: listTop - (frame?.top ?? 0) };
    }
    start += length;
  }
  return { left: 0, top: 0 };
}

/** The variables that complete what is typed, below the cursor. The focus stays in the field. */
export function CompletionList({ id, label, options, index, overlay, at, onChoose }: Props) {
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = list.current?.offsetHeight ?? 0;
    if (overlay.current !== null) setPlace(placeOf(overlay.current, at, height));
  }, [overlay, at]);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);
  return (
    <Box ref={list} id={id} role="listbox" aria-label={label} className={classes.options} style={place}>
      {options.map((name, position) => (
        <Box
          key={name}
          id={`${id}-${String(position)}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === index}
          className={classes.option}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          {name}
        </Box>
      ))}
    </Box>
  );
}
