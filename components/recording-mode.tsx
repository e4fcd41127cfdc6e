"use client";

import { Text } from "@mantine/core";

type Kept = { enabled: boolean; retention_days: number | string };
/** What of a policy decides what is kept; a field that is being typed in may hold a text. */
export type ModePolicy = { recording: Kept; transcript: Kept };

const kept = (days: number | string): string => `for ${days} ${Number(days) === 1 ? "day" : "days"}`;
/** Without a day it goes as soon as the call is settled. */
const soundKept = (days: number | string): string =>
  Number(days) === 0 ? "until the call is settled" : kept(days);

function modeWords({ recording, transcript }: ModePolicy): { title: string; text: string } {
  const records = recording.enabled;
  const transcribes = transcript.enabled;
  const days = { recording: recording.retention_days, transcript: transcript.retention_days };
  if (records && transcribes)
    return {
      title: "Recording and transcript",
      text: `Sound is kept from the end of the announcement on, ${soundKept(days.recording)}, silent wherever the transcript is masked. The transcript is kept ${kept(days.transcript)}.`,
    };
  if (transcribes)
    return {
      title: "Transcript alone",
      text: `No sound is kept anywhere, at no time. What was said is kept as text ${kept(days.transcript)}, with sensitive values masked.`,
    };
  return {
    title: records ? "Neither: without a transcript nothing is recorded" : "Neither recording nor transcript",
    text: `${records ? "A recording is masked by its transcript, so there is none without one. " : ""}What was said is sealed under a key of the call alone, which is destroyed when the call is settled. Only the outcome's tag stays.`,
  };
}

/** What is kept of a call under these settings, in words, as one changes them. */
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
