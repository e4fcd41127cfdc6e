"use client";

import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import type { Scope } from "@/lib/platform/context/scope";

export type Sample = { scope: Scope; call: Call; peaks: RecordingPeaks };

/** Interval between attempts while the first start still fills the demo, and their maximum. */
const RETRY_MS = 3_000;
const MAX_ATTEMPTS = 40;

/** Reads the demo's latest recorded call; null while it has none. */
async function readSample(scope: Scope, signal: AbortSignal): Promise<Sample | null> {
  const query = { recording_state: "recorded", limit: 1 } as const;
  const { data } = await api.get("/v1/calls", { scope, query, signal });
  const [latest] = data;
  if (latest === undefined) return null;
  const request = { scope, params: { id: latest.id }, signal };
  const [call, peaks] = await Promise.all([
    api.get("/v1/calls/:id", request),
    api.get("/v1/calls/:id/recording/peaks", request),
  ]);
  return { scope, call, peaks };
}

/** The latest recorded call of the demo workspace, with its transcript and waveform; null until there is one. */
export function useSampleCall(workspaceId: string): Sample | null {
  const [sample, setSample] = useState<Sample | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    const load = async () => {
      attempts += 1;
      try {
        const latest = await readSample({ workspaceId, environment: "live" }, signal);
        if (latest !== null) return setSample(latest);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
      }
      if (!signal.aborted && attempts < MAX_ATTEMPTS) timer = setTimeout(() => void load(), RETRY_MS);
    };
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [workspaceId]);
  return sample;
}
