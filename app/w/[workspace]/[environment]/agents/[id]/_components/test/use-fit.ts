"use client";

import { type RefObject, useEffect } from "react";

/** The gap between the box and the end of the window. */
const GAP_PX = 16;

/**
 * Makes a sticky box end at the end of the window, also while the page header is above it, since the field for messages is
 * at its end. The style sheet limits the height.
 */
export function useFit(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = () => {
      const node = box.current;
      if (node === null) return;
      node.style.height = `${window.innerHeight - node.getBoundingClientRect().top - GAP_PX}px`;
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [box]);
}
