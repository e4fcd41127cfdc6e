"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { Import } from "@/lib/outreach/imports/schema";
import { api } from "../api";
import { ApiError } from "../api-error";
import { complain } from "../use-action";

/** Interval of polling. */
const LOOK_MS = 1_000;

export const isOver = ({ status }: Import): boolean => status === "completed" || status === "failed";

/**
 * Progress of an import, polled each second until it ends; then the page refreshes its data. `onCompleted` must
 * not change between renders.
 */
export function useImport(first: Import | null, onCompleted?: () => void): Import | null {
  const router = useRouter();
  const [latest, setLatest] = useState<Import | null>(null);
  const current = latest?.id === first?.id ? latest : null;
  const id = first?.id;
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    const look = async () => {
      const next = await api.get("/v1/contacts/imports/:id", { params: { id }, signal: controller.signal });
      setLatest(next);
      if (next.status === "completed") onCompleted?.();
      if (isOver(next)) router.refresh();
      else timer = setTimeout(poll, LOOK_MS);
    };
    const poll = () =>
      look().catch((error: unknown) => {
        if (error instanceof ApiError) complain(error);
      });
    let timer = setTimeout(poll, 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, router, onCompleted]);
  return current ?? first;
}
