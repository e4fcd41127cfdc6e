"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { createPositionStore, type PositionStore } from "./position-store";

export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

/** Opus in Ogg, which older versions of Safari do not play: they load the whole WAV. */
const OGG = "audio/ogg; codecs=opus";
const SECOND_MS = 1_000;

/** A call's recording in this browser, and the position in the call, which exists without a recording too. */
export type Player = {
  /** The element that plays the recording and drives the waveform. Null without a recording. */
  audio: HTMLAudioElement | null;
  isPlaying: boolean;
  /** In milliseconds of the call. */
  position: PositionStore;
  rate: number;
  /** Whether the last playback failed. */
  hasFailed: boolean;
  toggle(): void;
  /** Moves to this position of the call. */
  seek(toMs: number): void;
  /** Plays from this position of the call. */
  hear(fromMs: number): void;
  setRate(rate: number): void;
};

async function sourceFor(url: string): Promise<string> {
  const address = new URL(url, window.location.href);
  address.searchParams.set("format", "wav");
  const response = await fetch(address);
  if (!response.ok) throw new Error("The recording cannot be read.");
  return URL.createObjectURL(await response.blob());
}

const toSeconds = (callMs: number, startedMs: number): number =>
  Math.max(0, (callMs - startedMs) / SECOND_MS);

/**
 * Plays the recording at `url`, which began `started_ms` into the call. Nothing is loaded or audited before playback.
 * The functions keep their identity while the recording is the same.
 */
export function usePlayer(url: string | null, range: Pick<RecordingPeaks, "started_ms"> | null): Player {
  const [position] = useState(createPositionStore);
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  const startedMs = range?.started_ms ?? 0;
  const frame = useRef(0);

  useEffect(() => {
    if (url === null) return;
    const element = new Audio();
    const listeners = new AbortController();
    element.preload = "none";
    if (element.canPlayType(OGG) !== "") element.src = new URL(url, window.location.href).href;
    const on = (name: string, listener: () => void) =>
      element.addEventListener(name, listener, { signal: listeners.signal });
    const follow = () => {
      position.set(startedMs + element.currentTime * SECOND_MS);
      frame.current = requestAnimationFrame(follow);
    };
    const stop = () => {
      cancelAnimationFrame(frame.current);
      setPlaying(false);
    };
    on("play", () => {
      setPlaying(true);
      cancelAnimationFrame(frame.current);
      follow();
    });
    on("pause", stop);
    on("ended", stop);
    on("error", () => {
      stop();
      setFailed(true);
    });
    // A link to a moment sets the position before the recording is known.
    const current = position.get();
    if (current !== null) element.currentTime = toSeconds(current, startedMs);
    setAudio(element);
    return () => {
      listeners.abort();
      stop();
      element.pause();
      if (element.src.startsWith("blob:")) URL.revokeObjectURL(element.src);
      element.removeAttribute("src");
      setAudio(null);
    };
  }, [url, startedMs, position]);

  const actions = useMemo(() => {
    async function play(): Promise<void> {
      if (audio === null || url === null) return;
      setFailed(false);
      try {
        if (audio.src === "") audio.src = await sourceFor(url);
        await audio.play();
      } catch (error) {
        // A pause before playback has started cancels it.
        if (!(error instanceof DOMException && error.name === "AbortError")) setFailed(true);
      }
    }
    function seek(toMs: number): void {
      position.set(Math.max(0, toMs));
      if (audio !== null) audio.currentTime = toSeconds(toMs, startedMs);
    }
    return {
      seek,
      toggle: () => (audio === null || audio.paused ? void play() : audio.pause()),
      hear(fromMs: number) {
        seek(fromMs);
        void play();
      },
      setRate(to: number) {
        // Media loaded later uses the default.
        if (audio !== null) Object.assign(audio, { playbackRate: to, defaultPlaybackRate: to });
        setRate(to);
      },
    };
  }, [audio, url, startedMs, position]);
  return useMemo(
    () => ({ audio, isPlaying, position, rate, hasFailed, ...actions }),
    [audio, isPlaying, position, rate, hasFailed, actions],
  );
}
