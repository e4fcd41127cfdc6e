"use client";

import { type PointerEvent, useRef } from "react";
import classes from "./data-table.module.css";

type Drag = { startX: number; startWidth: number };

/**
 * The edge of a column's head that a pointer drags to resize the column. A double click lets the content decide the
 * width again. Keyboards and screen readers use the Columns menu instead, so the edge is hidden from them.
 */
export function ColumnResizer({ onResize }: { onResize: (width: number | null) => void }) {
  const drag = useRef<Drag | null>(null);
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest("th");
    if (head === null || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, startWidth: head.offsetWidth };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (drag.current !== null) onResize(drag.current.startWidth + clientX - drag.current.startX);
  };
  const end = () => {
    drag.current = null;
  };
  return (
    <span
      aria-hidden
      className={classes.resizer}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(null)}
    />
  );
}
