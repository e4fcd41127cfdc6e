"use client";

import { useEffect, useState } from "react";
import { api } from "../api";
import { ApiError } from "../api-error";

/** The largest page of the API. */
const AGENTS_SHOWN = { status: "live", limit: "100" } as const;

type LiveAgent = { id: string; name: string; live_version: number | null };

/** The live agents that can speak; null while they are loaded. Without `isNeeded` none are loaded. */
export function useLiveAgents(isNeeded: boolean): readonly LiveAgent[] | null {
  const [agents, setAgents] = useState<readonly LiveAgent[] | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    api.get("/v1/agents", { query: AGENTS_SHOWN, signal: controller.signal }).then(
      ({ data }) => setAgents(data.filter(({ type }) => type === "voice")),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setAgents([]);
        if (!(error instanceof ApiError)) throw error;
      },
    );
    return () => controller.abort();
  }, [isNeeded]);
  return agents;
}
