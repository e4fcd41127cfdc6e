"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Pixels. Narrower, no word fits; wider, the column is wider than a window. */
const MIN_WIDTH = 64;
const MAX_WIDTH = 960;

/** Width in pixels of each column that the reader has resized, by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;
const NONE: ColumnWidths = {};

const storageKey = (table: string) => `column-widths:${table}`;
const clamp = (width: number) => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width)));

/** Parses stored widths. The reader or another release may have written anything: other values are ignored. */
export function parseColumnWidths(text: string | null): ColumnWidths {
  if (text === null) return NONE;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return NONE;
    const widths = Object.entries(stored).filter(([, width]) => Number.isFinite(width));
    return Object.fromEntries(widths.map(([id, width]) => [id, clamp(width)]));
  } catch {
    return NONE;
  }
}

/** Widths of this visit by table, which also hold where the browser refuses storage. */
const tables = new Map<string, ColumnWidths>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(table: string): ColumnWidths {
  const widths = tables.get(table) ?? parseColumnWidths(readStorage(table));
  tables.set(table, widths);
  return widths;
}

function readStorage(table: string): string | null {
  try {
    return localStorage.getItem(storageKey(table));
  } catch {
    return null;
  }
}

function write(table: string, widths: ColumnWidths): void {
  tables.set(table, widths);
  for (const listener of listeners) listener();
  try {
    if (Object.keys(widths).length === 0) localStorage.removeItem(storageKey(table));
    else localStorage.setItem(storageKey(table), JSON.stringify(widths));
  } catch {
    // Storage is full or refused: the widths hold until the page is closed.
  }
}

/** Column widths that the reader chose for the table of this name. The browser keeps them; no server learns them. */
export function useColumnWidths(table: string) {
  const widths = useSyncExternalStore(
    subscribe,
    () => read(table),
    () => NONE,
  );
  return useMemo(
    () => ({
      widths,
      /** Sets a column's width in pixels, within limits. Null lets the content decide it again. */
      resize(id: string, width: number | null) {
        const { [id]: _, ...otherWidths } = read(table);
        write(table, width === null ? otherWidths : { ...otherWidths, [id]: clamp(width) });
      },
      reset: () => write(table, NONE),
    }),
    [table, widths],
  );
}
