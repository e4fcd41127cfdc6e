"use client";

import { Badge, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { clock } from "@/components/words";
import classes from "./call.module.css";
import type { SpokenCall } from "./state";

const SECOND_MS = 1_000;

/** The phases with a text; in the others, the text is whose turn it is. */
const PHASES = ["microphone", "calling", "lost", "leaving"] as const;

/** The caller gave no clear answer to the announcement. */
const isUnanswered = (step: unknown): boolean =>
  typeof step === "object" && step !== null && "event" in step && step.event === "unanswered";

/** Whether the call is recorded; null while that is not decided. */
function isRecorded({ call, agent }: SpokenCall): boolean | null {
  if (call === null || agent === null) return null;
  const { announced_at, opted_out_at, state, trace } = call.recording;
  if (opted_out_at !== null || state === "suppressed") return false;
  if (!agent.recording.enabled || !agent.transcript.enabled) return false;
  if (trace.some(isUnanswered)) return false;
  return announced_at === null || state === "pending" ? null : true;
}

/** The duration of the call. */
function Duration({ sinceMs }: Pick<SpokenCall, "sinceMs">) {
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
  const t = useTranslations("agents.call");
  const tPhase = useTranslations("agents.callPhase");
  const recorded = isRecorded(state);
  const phase = PHASES.find((candidate) => candidate === state.phase);
  return (
    <div className={classes.status}>
      <span className={classes.dot} data-word={phase === undefined ? state.word : "none"} aria-hidden />
      <Text span size="sm" fw={500}>
        {tPhase(phase ?? state.word)}
      </Text>
      {recorded !== null && (
        <Badge color={recorded ? "red" : "gray"}>{recorded ? t("recorded") : t("notRecorded")}</Badge>
      )}
      {state.call !== null && <Duration sinceMs={state.sinceMs} />}
    </div>
  );
}
