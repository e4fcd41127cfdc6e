"use client";

import { Portal } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./tooltip.module.css";

const DELAY_MS = 300;
const GAP_PX = 6;
/** The least distance to the edge of the window. */
const EDGE_PX = 8;
const MAX_WIDTH_PX = 280;

/** The place of a tooltip: above its element, or below it at the top of the window. */
function placeOf(element: DOMRect, tooltip: DOMRect): { left: number; top: number } {
  const center = element.left + (element.width - tooltip.width) / 2;
  const topAbove = element.top - tooltip.height - GAP_PX;
  return {
    left: Math.max(EDGE_PX, Math.min(center, window.innerWidth - tooltip.width - EDGE_PX)),
    top: topAbove < EDGE_PX ? element.bottom + GAP_PX : topAbove,
  };
}

function Bubble({ target, children }: { target: Element; children: ReactNode }) {
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (bubble.current === null) return;
    setPlace(placeOf(target.getBoundingClientRect(), bubble.current.getBoundingClientRect()));
  }, [target]);
  return (
    <Portal>
      <div
        ref={bubble}
        role="tooltip"
        className={classes.tooltip}
        style={{ ...place, maxWidth: MAX_WIDTH_PX }}
      >
        {children}
      </div>
    </Portal>
  );
}

type Props = { label: ReactNode; children: ReactNode };

/**
 * A text that appears beside its only child while the child is hovered, focused or touched. The child has its
 * own accessible name and description.
 */
export function Tooltip({ label, children }: Props) {
  const trigger = useRef<HTMLSpanElement>(null);
  const [target, setTarget] = useState<Element | null>(null);
  useEffect(() => {
    const { current } = trigger;
    if (current === null) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setTarget(current.firstElementChild), delayMs);
    };
    const close = () => {
      clearTimeout(timer);
      setTarget(null);
    };
    // The pointer may be there before this code is, and a scroll may start below a pointer that stays: neither
    // is followed by another `pointerenter`. On touch screens `:hover` remains after a tap.
    const canHover = window.matchMedia("(hover: hover)").matches;
    let isDismissed = false;
    const openIfHovered = () => {
      if (canHover && !isDismissed && current.matches(":hover")) open(DELAY_MS);
    };
    const enter = (event: PointerEvent) => {
      isDismissed = false;
      open(isMouse(event) ? DELAY_MS : 0);
    };
    const isMouse = ({ pointerType }: PointerEvent) => pointerType === "mouse";
    current.addEventListener("pointerenter", enter, { signal });
    current.addEventListener("pointerleave", (event) => isMouse(event) && close(), { signal });
    current.addEventListener("focusin", () => open(0), { signal });
    current.addEventListener("focusout", close, { signal });
    document.addEventListener(
      "scroll",
      () => {
        close();
        openIfHovered();
      },
      { capture: true, signal },
    );
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Escape") return;
        isDismissed = true;
        close();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      (event) => event.target instanceof Node && !current.contains(event.target) && close(),
      { signal },
    );
    openIfHovered();
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, []);
  return (
    <span ref={trigger} className={classes.trigger}>
      {children}
      {target !== null && <Bubble target={target}>{label}</Bubble>}
    </span>
  );
}
