"use client";

import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { PrintSheet } from "./print-sheet";

type SheetProps = ComponentProps<typeof PrintSheet>;

const loadSheet = async (): Promise<ComponentType<SheetProps>> => (await import("./print-sheet")).PrintSheet;

/**
 * Renders the print sheet beside the page while the page is printed, also by the browser's own command. The document has no
 * second copy of the transcript otherwise. The sheet is loaded after the page, as printing does not wait for it.
 */
export function Printable(props: SheetProps) {
  const [Sheet, setSheet] = useState<ComponentType<SheetProps> | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    loadSheet()
      .then((component) => setSheet(() => component))
      // Without it, the browser prints the page itself.
      .catch(() => undefined);
  }, []);
  useEffect(() => {
    // The browser prints what is there when the listener returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting && Sheet !== null ? createPortal(<Sheet {...props} />, document.body) : null;
}
