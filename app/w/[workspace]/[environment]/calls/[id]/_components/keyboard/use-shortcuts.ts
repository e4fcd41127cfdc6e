"use client";

import { useEffect, useRef } from "react";
import { type ShortcutName, shortcutOf } from "./shortcuts";

/** Returns false if the shortcut does nothing now, so that the key keeps its meaning in the browser. */
type Handler = () => boolean | undefined;

/** Runs the page's keyboard shortcuts. */
export function useShortcuts(handlers: Readonly<Record<ShortcutName, Handler>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (name === null || latest.current[name]() === false) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
