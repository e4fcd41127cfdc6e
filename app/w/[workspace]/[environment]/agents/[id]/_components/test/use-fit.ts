"use client";

import { type RefObject, useEffect } from "react";

/** The air between the box and the window's end, as above it. */
const AIR_PX = 16;

/**
 * Lets a sticky box end where the window ends, also while the page's head stands above it: what one writes in is at its
 * foot. Style sheets bound the height.
 */
export function useFit(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const measure = () => {
      const node = box.current;
      if (node === null) return;
      node.style.height = `${window.innerHeight - node.getBoundingClientRect().top - AIR_PX}px`;
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
