"use client";

import { useCallback, useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Preflight } from "@/lib/outreach/campaigns/schema";

/** The preflight result; `reload` requests it again. */
export function usePreflight(id: string) {
  const [preflight, setPreflight] = useState<Preflight | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const load = async (_attempt: number) => {
      setPreflight(null);
      setError(null);
      try {
        const request = { params: { id }, signal: controller.signal };
        setPreflight(await api.post("/v1/campaigns/:id/preflight", request));
      } catch (failure) {
        if (controller.signal.aborted) return;
        if (!(failure instanceof ApiError)) throw failure;
        setError(failure);
      }
    };
    void load(attempt);
    return () => controller.abort();
  }, [id, attempt]);
  return { preflight, error, reload: useCallback(() => setAttempt((n) => n + 1), []) };
}
