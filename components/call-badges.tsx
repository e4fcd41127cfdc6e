"use client";

import { useTranslations } from "next-intl";
import type { CallItem } from "@/lib/calls/calls/schema";
import classes from "./call-badges.module.css";
import { Pill, type Tone } from "./pill";
import { inWords } from "./words";

const TONES: Readonly<Record<CallItem["status"], Tone>> = {
  queued: "blue",
  ringing: "blue",
  in_progress: "blue",
  completed: "teal",
  no_answer: "gray",
  busy: "gray",
  voicemail: "gray",
  canceled: "gray",
  failed: "red",
  blocked: "orange",
};

/** Status of a call, with an indicator for calls in progress. */
export function StatusBadge({ call }: { call: Pick<CallItem, "status"> }) {
  const t = useTranslations("calls.status");
  const light = call.status === "in_progress" && <span className={classes.light} aria-hidden />;
  return (
    <Pill tone={TONES[call.status]} icon={light}>
      {t(call.status)}
    </Pill>
  );
}

/** A call's one outcome; green where the agent says that it was a success. */
export function OutcomeBadge({
  outcome,
}: {
  outcome: Pick<NonNullable<CallItem["outcome"]>, "tag" | "successful">;
}) {
  return <Pill tone={outcome.successful ? "teal" : "gray"}>{inWords(outcome.tag)}</Pill>;
}
