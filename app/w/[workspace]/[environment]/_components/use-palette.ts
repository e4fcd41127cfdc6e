"use client";

import { useHotkeys, useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { useRequested } from "@/components/use-requested";
import { useTypedAhead } from "./use-typed-ahead";

const loadPalette = async () => (await import("./palette")).Palette;

/**
 * The command palette, which is loaded when it is first opened. `open` opens it. Until it has its own shortcut, Ctrl-K and
 * Cmd-K are heard here, inside text fields too, and the first of the two keys starts the download. `readTyped` returns what
 * was typed meanwhile.
 */
export function usePalette() {
  const { Part, request, preload } = useRequested(loadPalette);
  const [requestCount, setRequestCount] = useState(0);
  const { start, stop, read } = useTypedAhead();
  const open = () => {
    setRequestCount((count) => count + 1);
    if (Part !== null) return;
    start();
    void request().then(stop);
  };
  useHotkeys(Part === null ? [["mod + K", open]] : [], []);
  useWindowEvent("keydown", ({ key }) => {
    if (Part === null && (key === "Control" || key === "Meta")) preload();
  });
  return { Palette: Part, requestCount, readTyped: read, open, preload };
}
