"use client";

import { Fieldset, NumberInput, SimpleGrid, Stack, Switch, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { WorkspaceValues } from "./workspace-values";

type Props = { form: UseFormReturnType<WorkspaceValues>; disabled: boolean };

/** What a new agent starts from. */
export function AgentDefaults({ form, disabled }: Props) {
  const flag = (path: string) => form.getInputProps(`defaults.${path}`, { type: "checkbox" });
  return (
    <Fieldset legend="New agents start from" disabled={disabled}>
      <Stack>
        <Text size="sm" c="dimmed">
          Agents that there are stay as they are: each has these settings of its own.
        </Text>
        <Switch label="Record calls" {...flag("recording.enabled")} />
        <Switch
          label="Announce the recording"
          description="Where the law asks for it, or the region is unknown, it is announced in any case."
          {...flag("recording.announce")}
        />
        <Textarea
          label="Announcement"
          autosize
          maxLength={1_000}
          {...form.getInputProps("defaults.recording.announcement")}
        />
        <Switch
          label="The caller may decline and go on unrecorded"
          {...flag("recording.allow_caller_opt_out")}
        />
        <Switch label="Announce again at a transfer" {...flag("recording.announce_on_transfer")} />
        <Switch label="Keep a transcript" {...flag("transcript.enabled")} />
        <Switch
          label="Mask sensitive values in transcripts"
          description="Values themselves stay masked either way."
          {...flag("recording.redact_sensitive_fields")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Recordings are kept, days"
            min={0}
            max={365}
            allowDecimal={false}
            {...form.getInputProps("defaults.recording.retention_days")}
          />
          <NumberInput
            label="Transcripts are kept, days"
            min={0}
            max={3650}
            allowDecimal={false}
            {...form.getInputProps("defaults.transcript.retention_days")}
          />
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
