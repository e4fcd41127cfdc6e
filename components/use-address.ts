"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useMemo, useTransition } from "react";

/** Which page led to a cursor in this visit: the API only knows the way forward. */
const before = new Map<string, string | null>();

/**
 * Page state in the URL. `set` changes parameters (null removes one) and returns to the first page unless it sets the
 * cursor; `busy` is true until the server responds.
 */
export function useAddress() {
  const router = useRouter();
  const path = usePathname();
  const params = useSearchParams();
  const [busy, start] = useTransition();
  return useMemo(() => {
    const set = (changes: Record<string, string | null>, { replace = false } = {}) => {
      const next = new URLSearchParams(params);
      if (!("columns" in changes)) next.delete("cursor");
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || (value === "" && name !== "columns")) next.delete(name);
        else next.set(name, value);
      }
      const to = next.size === 0 ? path : `${path}?${next}`;
      start(() => (replace ? router.replace(to, { scroll: false }) : router.push(to, { scroll: false })));
    };
    const get = (name: string) => params.get(name);
    return {
      busy,
      get,
      set,
      next(cursor: string) {
        before.set(cursor, get("cursor"));
        set({ cursor });
      },
      previous() {
        set({ cursor: before.get(get("cursor") ?? "") ?? null });
      },
    };
  }, [router, path, params, busy]);
}
