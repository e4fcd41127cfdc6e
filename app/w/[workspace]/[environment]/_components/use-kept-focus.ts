import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Puts the focus on the content when a page has taken another's place and what had the focus went with it. Left nowhere,
 * where the next Tab leads depends on what the browser remembers of the page before, which may be out of the page.
 */
export function useKeptFocus(contentId: string): void {
  const path = usePathname();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const { activeElement } = document;
    // The dialog that led here (the palette, a question) is still closing, and would give back to what is gone.
    const lost =
      !activeElement || activeElement === document.body || activeElement.closest('[role="dialog"]');
    if (lost) document.getElementById(contentId)?.focus({ preventScroll: true });
  }, [path, contentId]);
}
