"use client";

import { useCallback } from "react";
import { useScope } from "@/components/use-scope";
import { resolveHref } from "@/lib/platform/context/scope";

const SECOND_MS = 1_000;

/**
 * Returns a function that builds the link to a call in its workspace and environment, without the list's filters. With a
 * position, in milliseconds, the link opens the call at this moment.
 */
export function useCallLink(id: string): (atMs?: number) => string {
  const scope = useScope();
  return useCallback(
    (atMs) => {
      const path = resolveHref(scope, `/calls/${id}`);
      const moment = atMs === undefined ? "" : `?t=${Math.floor(atMs / SECOND_MS)}`;
      return `${window.location.origin}${path}${moment}`;
    },
    [scope, id],
  );
}

/** The moment that an address names: `?t=83` in seconds, or `#turn-12`. */
export type Moment = { atMs: number } | { turn: number };

/** Reads the moment of an address; null without one. */
export function momentOf({ search, hash }: { search: string; hash: string }): Moment | null {
  const turn = /^#turn-(\d{1,6})$/.exec(hash)?.[1];
  if (turn !== undefined) return { turn: Number(turn) };
  const seconds = /^\d{1,6}$/.exec(new URLSearchParams(search).get("t") ?? "")?.[0];
  return seconds === undefined ? null : { atMs: Number(seconds) * SECOND_MS };
}
