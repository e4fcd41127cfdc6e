"use client";

import { type ReactNode, useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";

/**
 * Renders its content beside the page while the page is printed, also by the browser's own command. The document has no
 * second copy of the transcript otherwise.
 */
export function Printable({ children }: { children: () => ReactNode }) {
  const [isPrinting, setPrinting] = useState(false);
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
  return isPrinting ? createPortal(children(), document.body) : null;
}
