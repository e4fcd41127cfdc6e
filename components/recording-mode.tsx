"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Translator } from "@/messages/translator";

type RecordingPolicy = { enabled: boolean; retention_days: number | string };
/** The policy fields that decide retention; a field that is being edited can contain text. */
export type ModePolicy = { recording: RecordingPolicy; transcript: RecordingPolicy };

/** A number of days for a message; a field that is being edited counts as zero. */
const daysOf = ({ retention_days: days }: RecordingPolicy): number => Number(days) || 0;

function modeText(
  t: Translator<"calls.recording">,
  { recording, transcript }: ModePolicy,
): { title: string; text: string } {
  if (!transcript.enabled)
    return recording.enabled
      ? { title: t("neitherRecords"), text: t("neitherRecordsHelp") }
      : { title: t("neither"), text: t("neitherHelp") };
  if (!recording.enabled)
    return { title: t("transcriptOnly"), text: t("transcriptOnlyHelp", { days: daysOf(transcript) }) };
  const days = { recordingDays: daysOf(recording), transcriptDays: daysOf(transcript) };
  return { title: t("both"), text: t("bothHelp", days) };
}

/** Describes the data retained of a call under the current settings. */
export function RecordingMode({ policy }: { policy: ModePolicy }) {
  const { title, text } = modeText(useTranslations("calls.recording"), policy);
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" maw={640}>
        {text}
      </Text>
    </div>
  );
}
