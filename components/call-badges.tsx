"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { CallItem } from "@/lib/calls/calls/schema";
import classes from "./call-badges.module.css";
import { inWords } from "./words";

const COLORS: Readonly<Record<CallItem["status"], string>> = {
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
export function StatusBadge({ call }: { call: Pick<CallItem, "status" | "ended_at"> }) {
  const t = useTranslations("calls.status");
  if (call.status === "in_progress")
    return (
      <Badge color="blue" miw="max-content" leftSection={<span className={classes.light} aria-hidden />}>
        {t(call.status)}
      </Badge>
    );
  return (
    <Badge color={COLORS[call.status]} miw="max-content">
      {t(call.status)}
    </Badge>
  );
}

/** A call's one outcome; green where the agent says that it was a success. */
export function OutcomeBadge({ outcome }: { outcome: NonNullable<CallItem["outcome"]> }) {
  return (
    <Badge color={outcome.successful ? "teal" : "gray"} miw="max-content">
      {inWords(outcome.tag)}
    </Badge>
  );
}
