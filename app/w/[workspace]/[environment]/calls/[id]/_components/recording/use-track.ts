"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { Call } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { mayHaveSound } from "./words";

/** The file is made within seconds of the call's settling; of a process that was killed, after a minute. */
const LOOK_AGAIN_MS = 2_000;

export type Track =
  | { state: "none" }
  /** The file is still being made, or masked. */
  | { state: "preparing" }
  | { state: "failed"; message: string }
  | { state: "ready"; peaks: RecordingPeaks };

/** Reads its current state. Throws errors that are not API problems. */
async function look(id: string, signal: AbortSignal): Promise<Track> {
  try {
    const peaks = await api.get("/v1/calls/:id/recording/peaks", { params: { id }, signal });
    return { state: "ready", peaks };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not_found") return { state: "none" };
    if (error.code === "invalid_state") return { state: "preparing" };
    return { state: "failed", message: error.message };
  }
}

/** The waveform of a call's recording, as soon as it is there. */
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
      const latest = await look(call.id, signal);
      if (signal.aborted) return;
      setTrack(latest);
      if (latest.state === "preparing") timer = setTimeout(() => void reload(), LOOK_AGAIN_MS);
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
