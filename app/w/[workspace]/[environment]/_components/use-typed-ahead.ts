"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** Keeps the characters that are typed between a request and the field that is loaded for it. */
export function useTypedAhead() {
  const [isWaiting, setWaiting] = useState(false);
  const text = useRef("");
  useEffect(() => {
    if (!isWaiting) return;
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      text.current += event.key;
      // Not a shortcut of the page.
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, [isWaiting]);
  const start = useCallback(() => {
    text.current = "";
    setWaiting(true);
  }, []);
  const stop = useCallback(() => setWaiting(false), []);
  const read = useCallback(() => text.current, []);
  return { start, stop, read };
}
