"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { toggleRow } from "./toggle-row";

/** The selection of a table's rows. `toggle` is stable, so that a change renders only the rows that it affects. */
export function useRowSelection(rows: readonly { id: string }[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ids = useRef<readonly string[]>([]);
  const last = useRef<string | null>(null);
  useEffect(() => {
    ids.current = rows.map(({ id }) => id);
  }, [rows]);
  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = isRange ? last.current : null;
    last.current = id;
    setSelected((before) => toggleRow({ ids: ids.current, selected: before }, id, from));
  }, []);
  const select = (next: readonly string[]) => setSelected(new Set(next));
  return { selected, toggle, select };
}
