"use client";

import { Badge, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { clock } from "@/components/words";
import classes from "./call.module.css";
import type { SpokenCall } from "./state";

const SECOND_MS = 1_000;

const WORDS: Readonly<Record<SpokenCall["word"], string>> = {
  listening: "Listening to you",
  thinking: "Thinking",
  speaking: "Speaking",
};
const PHASES: Partial<Record<SpokenCall["phase"], string>> = {
  microphone: "Waiting for the microphone",
  calling: "Connecting",
  lost: "Connection lost, trying again",
  leaving: "Hanging up",
};

/** The caller was asked, and gave no clear answer. */
const isUnanswered = (step: unknown): boolean =>
  typeof step === "object" && step !== null && "event" in step && step.event === "unanswered";

/** State of the recording, as far as it is decided. */
function recordingOf({ call, agent }: SpokenCall): { color: string; label: string } | null {
  if (call === null || agent === null) return null;
  const { announced_at, opted_out_at, state, trace } = call.recording;
  if (opted_out_at !== null || state === "suppressed") return { color: "gray", label: "Not recorded" };
  if (!agent.recording.enabled || !agent.transcript.enabled) return { color: "gray", label: "Not recorded" };
  if (trace.some(isUnanswered)) return { color: "gray", label: "Not recorded" };
  return announced_at === null || state === "pending" ? null : { color: "red", label: "Recorded" };
}

/** How long it has lasted. */
function Lasting({ sinceMs }: Pick<SpokenCall, "sinceMs">) {
  const [ms, setMs] = useState(0);
  useEffect(() => {
    const show = () => setMs(performance.now() - sinceMs);
    show();
    const timer = setInterval(show, SECOND_MS);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return (
    <Text span size="sm" c="dimmed" ff="monospace" role="timer" ml="auto">
      {clock(ms)}
    </Text>
  );
}

/** Whose turn it is, whether the call is recorded, and its duration. */
export function Status({ state }: { state: SpokenCall }) {
  const recording = recordingOf(state);
  const phase = PHASES[state.phase];
  return (
    <div className={classes.status}>
      <span className={classes.dot} data-word={phase === undefined ? state.word : "none"} aria-hidden />
      <Text span size="sm" fw={500}>
        {phase ?? WORDS[state.word]}
      </Text>
      {recording !== null && <Badge color={recording.color}>{recording.label}</Badge>}
      {state.call !== null && <Lasting sinceMs={state.sinceMs} />}
    </div>
  );
}
