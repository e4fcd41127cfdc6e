"use client";

import { useSyncExternalStore } from "react";

/**
 * The playback position in milliseconds of the call; null before the first playback or seek. It changes with each frame,
 * so it is not React state: components subscribe to the part that they show.
 */
export type PositionStore = {
  get(): number | null;
  set(atMs: number): void;
  /** Calls back after each change. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

export function createPositionStore(): PositionStore {
  const listeners = new Set<() => void>();
  let current: number | null = null;
  return {
    get: () => current,
    set(atMs) {
      if (atMs === current) return;
      current = atMs;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type Primitive = number | string | boolean | null;

/** A value of the position. The component renders only when this value changes. */
export const usePosition = <T extends Primitive>(
  store: PositionStore,
  select: (atMs: number | null) => T,
): T =>
  useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(null),
  );

const SECOND_MS = 1_000;
const toSecond = (atMs: number | null): number => Math.floor((atMs ?? 0) / SECOND_MS) * SECOND_MS;

/** The position in whole seconds, in milliseconds. */
export const useSecond = (store: PositionStore): number => usePosition(store, toSecond);
