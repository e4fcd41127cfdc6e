"use client";

import { Text } from "@mantine/core";

type RecordingPolicy = { enabled: boolean; retention_days: number | string };
/** The policy fields that decide retention; a field that is being edited can contain text. */
export type ModePolicy = { recording: RecordingPolicy; transcript: RecordingPolicy };

const retentionText = (days: number | string): string => `for ${days} ${Number(days) === 1 ? "day" : "days"}`;
/** Without a day it goes as soon as the call is settled. */
const soundKept = (days: number | string): string =>
  Number(days) === 0 ? "until the call is settled" : retentionText(days);

function modeWords({ recording, transcript }: ModePolicy): { title: string; text: string } {
  const records = recording.enabled;
  const transcribes = transcript.enabled;
  const days = { recording: recording.retention_days, transcript: transcript.retention_days };
  if (records && transcribes)
    return {
      title: "Recording and transcript",
      text: `Sound is kept from the end of the announcement on, ${soundKept(days.recording)}, silent wherever the transcript is masked. The transcript is kept ${retentionText(days.transcript)}.`,
    };
  if (transcribes)
    return {
      title: "Transcript alone",
      text: `No sound is kept anywhere, at no time. What was said is kept as text ${retentionText(days.transcript)}, with sensitive values masked.`,
    };
  return {
    title: records ? "Neither: without a transcript nothing is recorded" : "Neither recording nor transcript",
    text: `${records ? "A recording is masked by its transcript, so there is none without one. " : ""}What was said is sealed under a key of the call alone, which is destroyed when the call is settled. Only the outcome's tag stays.`,
  };
}

/** Describes the data retained of a call under the current settings. */
export function RecordingMode({ policy }: { policy: ModePolicy }) {
  const { title, text } = modeWords(policy);
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
