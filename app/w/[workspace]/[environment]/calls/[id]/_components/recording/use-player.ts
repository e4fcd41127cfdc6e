"use client";

import { useEffect, useState } from "react";

export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

/** Opus in Ogg, which older versions of Safari do not play: they load the whole WAV. */
const OGG = "audio/ogg; codecs=opus";

/** A call's recording in this browser. Times are milliseconds of the recording. */
export type Player = {
  /** The element that plays the recording and drives the waveform. */
  audio: HTMLAudioElement | null;
  isPlaying: boolean;
  /** Null until the first playback or seek. */
  atMs: number | null;
  rate: number;
  /** Whether the last playback failed. */
  hasFailed: boolean;
  toggle(): void;
  seek(toMs: number): void;
  /** Plays from this position. */
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

/** Plays the recording at `url`. Nothing is loaded or audited before playback. */
export function usePlayer(url: string | null): Player {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [atMs, setAt] = useState<number | null>(null);
  const [rate, setRate] = useState(1);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (url === null) return;
    const element = new Audio();
    const { signal, abort } = listening();
    element.preload = "none";
    if (element.canPlayType(OGG) !== "") element.src = new URL(url, window.location.href).href;
    const on = (name: string, listener: () => void) => element.addEventListener(name, listener, { signal });
    on("play", () => setPlaying(true));
    on("pause", () => setPlaying(false));
    on("ended", () => setPlaying(false));
    on("timeupdate", () => setAt(element.currentTime * 1_000));
    on("seeking", () => setAt(element.currentTime * 1_000));
    on("error", () => {
      setPlaying(false);
      setFailed(true);
    });
    setAudio(element);
    return () => {
      abort();
      element.pause();
      if (element.src.startsWith("blob:")) URL.revokeObjectURL(element.src);
      element.removeAttribute("src");
      setAudio(null);
    };
  }, [url]);

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
    if (audio === null) return;
    audio.currentTime = Math.max(0, toMs / 1_000);
    setAt(Math.max(0, toMs));
  }
  return {
    audio,
    isPlaying,
    atMs,
    rate,
    hasFailed,
    toggle: () => (isPlaying ? audio?.pause() : void play()),
    seek,
    hear(fromMs) {
      seek(fromMs);
      void play();
    },
    setRate(to) {
      // Media loaded later uses the default.
      if (audio !== null) Object.assign(audio, { playbackRate: to, defaultPlaybackRate: to });
      setRate(to);
    },
  };
}

/** A signal for listeners, and a function that removes them. */
function listening(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
