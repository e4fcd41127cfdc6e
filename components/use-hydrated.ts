"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False in the server's HTML and until React has taken over the page in the browser. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
