"use client";

import { useEffect, useRef } from "react";

/**
 * The keys `j` and `k` move the focus to the link of the next and the previous row, which Enter opens. Their code is loaded after
 * the page. Returns the ref of the element that contains the rows and has the attribute `data-row-keys`.
 */
export function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    let move: typeof import("./move-by-keys").moveByKey | undefined;
    import("./move-by-keys").then(
      ({ moveByKey }) => {
        move = moveByKey;
      },
      () => undefined,
    );
    const onKey = (event: KeyboardEvent) => {
      if (body.current !== null) move?.(event, body.current);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return body;
}
