"use client";

import { NumberInput, SimpleGrid, Switch, Textarea } from "@mantine/core";
import type { AgentForm } from "./agent-form";
import { Section } from "./section";

type Props = { form: AgentForm; disabled: boolean };

const flag = (form: AgentForm, path: string) => form.getInputProps(path, { type: "checkbox" });

/** `locked`: why this person may not change it, if so. */
export function RecordingPart({ form, disabled, locked }: Props & { locked: string | null }) {
  return (
    <Section
      id="recording"
      atOnce
      disabled={disabled}
      locked={locked}
      description="Consent and privacy cannot wait: what you save here holds for the live agent's next words."
    >
      <Switch label="Record calls" {...flag(form, "recording.enabled")} />
      <Switch
        label="Announce the recording"
        description="Where the law asks for it, or the region is unknown, it is announced in any case."
        {...flag(form, "recording.announce")}
      />
      <Textarea
        label="Announcement"
        autosize
        maxLength={2_000}
        {...form.getInputProps("recording.announcement")}
      />
      <Switch
        label="The caller may decline and go on unrecorded"
        {...flag(form, "recording.allow_caller_opt_out")}
      />
      <Switch label="Announce again at a transfer" {...flag(form, "recording.announce_on_transfer")} />
      <Switch label="Keep a transcript" {...flag(form, "transcript.enabled")} />
      <Switch
        label="Mask sensitive values in transcripts"
        description="Values themselves stay masked either way."
        {...flag(form, "recording.redact_sensitive_fields")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Recordings are kept, days"
          min={0}
          max={365}
          allowDecimal={false}
          {...form.getInputProps("recording.retention_days")}
        />
        <NumberInput
          label="Transcripts are kept, days"
          min={0}
          max={3650}
          allowDecimal={false}
          {...form.getInputProps("transcript.retention_days")}
        />
      </SimpleGrid>
    </Section>
  );
}

export function Limits({ form, disabled }: Props) {
  return (
    <Section id="limits" disabled={disabled}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Longest call, seconds"
          min={1}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps("max_duration_s")}
        />
        <NumberInput
          label="Ends after silence, seconds"
          min={1}
          max={3_600}
          allowDecimal={false}
          {...form.getInputProps("inactivity_timeout_s")}
        />
      </SimpleGrid>
    </Section>
  );
}

/** `kept`: whether it is on and this person may not switch it off. */
export function DisclosurePart({ form, disabled, kept }: Props & { kept: boolean }) {
  return (
    <Section
      id="disclosure"
      disabled={disabled}
      description="The first words say that this is an automated assistant."
    >
      <Switch
        label="Say it"
        description="Switching it off needs an admin, and is written to the audit log."
        disabled={kept}
        {...flag(form, "disclosure.enabled")}
      />
      <Textarea label="Words" autosize maxLength={2_000} {...form.getInputProps("disclosure.text")} />
    </Section>
  );
}
