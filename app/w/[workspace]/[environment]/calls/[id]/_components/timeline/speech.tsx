"use client";

import { memo } from "react";
import type { Turn } from "@/lib/calls/calls/schema";
import type { RecordingPeaks } from "@/lib/calls/recordings/schema";
import { Waveform } from "../recording/waveform";
import { percentOf } from "./time-axis";
import classes from "./timeline.module.css";

type Props = {
  turns: readonly Turn[];
  peaks: RecordingPeaks | null;
  audio: HTMLAudioElement | null;
  lengthMs: number;
};

const isCallers = ({ role }: Turn): boolean => role === "caller";
const isAgents = ({ role }: Turn): boolean => role !== "caller" && role !== "tool";

function Turns({ turns, lengthMs }: { turns: readonly Turn[]; lengthMs: number }) {
  return (
    <div className={classes.turns}>
      {turns.map(({ index, role, start_ms, end_ms }) => (
        <span
          key={index}
          data-role={role}
          style={{
            left: `${percentOf(start_ms, lengthMs)}%`,
            width: `${percentOf(end_ms - start_ms, lengthMs)}%`,
          }}
        />
      ))}
    </div>
  );
}

/** The caller's and the agent's speech: the waveform where it is recorded, else the turns. */
export const Speech = memo(function Speech({ turns, peaks, audio, lengthMs }: Props) {
  if (peaks === null)
    return (
      <div className={classes.speech} aria-hidden>
        <Turns turns={turns.filter(isCallers)} lengthMs={lengthMs} />
        <Turns turns={turns.filter(isAgents)} lengthMs={lengthMs} />
      </div>
    );
  return (
    <div className={classes.speech} aria-hidden>
      <div
        className={classes.recorded}
        style={{
          left: `${percentOf(peaks.started_ms, lengthMs)}%`,
          width: `${percentOf(peaks.duration_ms, lengthMs)}%`,
        }}
      >
        <Waveform audio={audio} peaks={peaks} hasCursor={false} />
      </div>
    </div>
  );
});
