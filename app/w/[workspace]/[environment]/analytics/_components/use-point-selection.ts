"use client";

import { type PointerEvent, useState } from "react";
import { isWithin, type Plot, pointAt } from "./plot";

/** Points that are selected, in either order. */
export type Selection = { anchor: number; end: number };
type Drag = Selection & { startX: number };

/** A pointer that moves less opens a point; one that moves more selects a period. */
const CLICK_PX = 5;

type Options = {
  plot: Plot | null;
  count: number;
  onOpen: (point: number, event: PointerEvent) => void;
  onSelect: (selection: Selection) => void;
};

/** Pointer handlers of a chart: a click opens a point, dragging selects all points between. */
export function usePointSelection({ plot, count, onOpen, onSelect }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const offsetOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const { x, y } = offsetOf(event);
      if (plot === null || event.button !== 0 || !isWithin(plot, x, y)) return;
      // Without this, dragging selects the text of the axes.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const point = pointAt(plot, x - plot.x, count);
      setDrag({ anchor: point, end: point, startX: x });
    },
    onPointerMove(event: PointerEvent) {
      if (plot === null || drag === null) return;
      const end = pointAt(plot, offsetOf(event).x - plot.x, count);
      if (end !== drag.end) setDrag({ ...drag, end });
    },
    onPointerUp(event: PointerEvent) {
      if (drag === null) return;
      setDrag(null);
      const isClick = Math.abs(offsetOf(event).x - drag.startX) < CLICK_PX;
      if (isClick) onOpen(drag.anchor, event);
      else onSelect(drag);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { drag, handlers };
}
