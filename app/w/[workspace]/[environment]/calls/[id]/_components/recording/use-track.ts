"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { mayHaveSound } from "./consent-trace";

/** Polling interval. The file exists seconds after the call settles, or a minute after a killed process. */
const POLL_MS = 2_000;

export type Track =
  | { state: "none" }
  /** The file is still being made, or masked. */
  | { state: "preparing" }
  | { state: "failed"; error: ApiError }
  | { state: "ready"; peaks: RecordingPeaks };

/** Reads its current state. Throws errors that are not API problems. */
async function readTrack(id: string, signal: AbortSignal): Promise<Track> {
  try {
    const peaks = await api.get("/v1/calls/:id/recording/peaks", { params: { id }, signal });
    return { state: "ready", peaks };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not_found") return { state: "none" };
    if (error.code === "invalid_state") return { state: "preparing" };
    return { state: "failed", error };
  }
}

/** The waveform of a call's recording, once it exists. */
export function useTrack(call: Call): Track {
  const router = useRouter();
  const may = mayHaveSound(call);
  const wasKnown = call.recording.state === "recorded";
  const [track, setTrack] = useState<Track>({ state: may ? "preparing" : "none" });

  useEffect(() => {
    if (!may) return setTrack({ state: "none" });
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = async () => {
      const latest = await readTrack(call.id, signal);
      if (signal.aborted) return;
      setTrack(latest);
      if (latest.state === "preparing") timer = setTimeout(() => void reload(), POLL_MS);
      if (latest.state === "ready" && !wasKnown) router.refresh();
    };
    void reload();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [call.id, may, wasKnown, router]);
  return track;
}
