"use client";

import { NumberInput, SimpleGrid, Switch, Textarea } from "@mantine/core";
import { MAX_RETENTION_DAYS } from "@/lib/identity/workspaces/schema";
import { ANSWER_WINDOW_MS } from "@/lib/platform/announcements";
import { type ModePolicy, RecordingMode } from "./recording-mode";

type Props = {
  /** A form's properties for a path of a policy, as `recording.enabled`. */
  inputOf: (path: string, options?: { type: "checkbox" }) => object;
  /** As it is in the form now. */
  policy: ModePolicy;
  /** Characters that an announcement may have. */
  announcementMax: number;
};

/** Recording and retention settings of an agent or of new agents. */
export function PolicyFields({ inputOf, policy, announcementMax }: Props) {
  const flag = (path: string) => inputOf(path, { type: "checkbox" });
  return (
    <>
      <RecordingMode policy={policy} />
      <Switch label="Record calls" {...flag("recording.enabled")} />
      <Switch
        label="Announce the recording"
        description="Where the law asks for it, or the region is unknown, it is announced in any case."
        {...flag("recording.announce")}
      />
      <Textarea
        label="Announcement"
        description="Played before anything else is said. Recording begins when it has been heard to its end."
        autosize
        maxLength={announcementMax}
        {...inputOf("recording.announcement")}
      />
      <NumberInput
        label="Time to answer the announcement, milliseconds"
        description="The agent stays silent and nothing is recorded until this time is over. Silence allows the recording."
        min={ANSWER_WINDOW_MS.min}
        max={ANSWER_WINDOW_MS.max}
        step={500}
        allowDecimal={false}
        {...inputOf("recording.answer_window_ms")}
      />
      <Switch
        label="The caller may decline and stay in the call"
        description="By saying no, or with key 9. Switched off, the agent says that it cannot go on unrecorded, offers a transfer where there is one, and ends the call. A suggested announcement follows this switch."
        {...flag("recording.allow_caller_opt_out")}
      />
      <Switch
        label="Announce again at a transfer"
        description="Switched off, recording stops when a human takes over."
        {...flag("recording.announce_on_transfer")}
      />
      <Switch
        label="Keep a transcript"
        description="Switched off, nothing is recorded either."
        {...flag("transcript.enabled")}
      />
      <Switch
        label="Mask sensitive values in transcripts"
        description="Values themselves stay masked either way."
        {...flag("recording.redact_sensitive_fields")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Recordings are kept, days"
          min={0}
          max={MAX_RETENTION_DAYS.recording}
          allowDecimal={false}
          {...inputOf("recording.retention_days")}
        />
        <NumberInput
          label="Transcripts are kept, days"
          min={0}
          max={MAX_RETENTION_DAYS.transcript}
          allowDecimal={false}
          {...inputOf("transcript.retention_days")}
        />
      </SimpleGrid>
    </>
  );
}
