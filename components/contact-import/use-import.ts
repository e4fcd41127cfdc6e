"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { Import } from "@/lib/outreach/imports/schema";
import { ApiError, api } from "../api";
import { complain } from "../use-action";

/** As often as one looks at a bar that moves. */
const LOOK_MS = 1_000;

export const isOver = ({ status }: Import): boolean => status === "completed" || status === "failed";

/** How far an import is, asked each second until it is over; then the page reads its data anew. */
export function useImport(first: Import | null): Import | null {
  const router = useRouter();
  const [latest, setLatest] = useState<Import | null>(null);
  const shown = latest?.id === first?.id ? latest : null;
  const id = first?.id;
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    const look = async () => {
      const next = await api.get<Import>(`/v1/contacts/imports/${id}`, { signal: gone.signal });
      setLatest(next);
      if (isOver(next)) router.refresh();
      else timer = setTimeout(again, LOOK_MS);
    };
    const again = () =>
      look().catch((error: unknown) => {
        if (error instanceof ApiError) complain(error);
      });
    let timer = setTimeout(again, 0);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [id, router]);
  return shown ?? first;
}
