"use client";

import { useComputedColorScheme } from "@mantine/core";
import { getNonce } from "get-nonce";
import { useEffect, useRef } from "react";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import classes from "./recording.module.css";

type Props = {
  audio: HTMLAudioElement | null;
  peaks: RecordingPeaks;
  /** False where a playhead is drawn over the waveform. */
  hasCursor?: boolean;
};

/** A canvas cannot use CSS variables. The pale color is the part that has not been played. */
const COLORS = {
  light: { caller: ["#8ccabe", "#0b6a5f"], agent: ["#a5c8ef", "#1864ab"], cursor: "#16211f" },
  dark: { caller: ["#2f8475", "#8fdccd"], agent: ["#3b76b3", "#a9d2fb"], cursor: "#e3eae8" },
} as const;
const HEIGHT_PX = 38;
/** Minimum peak for scaling, so that the noise of a silent channel stays low. */
const MIN_PEAK = 0.1;

const lane = ([waveColor, progressColor]: readonly [string, string], channel: readonly number[]) => ({
  waveColor,
  progressColor,
  height: HEIGHT_PX,
  barHeight: 1 / Math.max(MIN_PEAK, ...channel),
});

/** The loudness of both sides, the caller above, drawn with the playback position. */
export function Waveform({ audio, peaks, hasCursor = true }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme("light");
  useEffect(() => {
    const container = box.current;
    if (container === null || audio === null) return;
    const colors = COLORS[scheme];
    let isUnmounted = false;
    let end: () => void = () => undefined;
    const draw = async () => {
      // Loaded on demand, as most pages show no recording.
      const { default: WaveSurfer } = await import("wavesurfer.js");
      if (isUnmounted) return;
      const surfer = WaveSurfer.create({
        container,
        media: audio,
        peaks: [peaks.caller, peaks.agent],
        duration: peaks.duration_ms / 1_000,
        splitChannels: [lane(colors.caller, peaks.caller), lane(colors.agent, peaks.agent)],
        cursorColor: colors.cursor,
        cursorWidth: hasCursor ? 2 : 0,
        barWidth: 2,
        barGap: 1,
        barRadius: 1,
        interact: false,
        hideScrollbar: true,
        cspNonce: getNonce() ?? "",
      });
      end = () => surfer.destroy();
    };
    void draw();
    return () => {
      isUnmounted = true;
      end();
    };
  }, [audio, peaks, hasCursor, scheme]);
  return <div ref={box} className={classes.wave} aria-hidden />;
}
