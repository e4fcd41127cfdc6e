"use client";

import { NumberInput, SimpleGrid, Switch, Textarea } from "@mantine/core";
import { PolicyFields } from "@/components/policy-fields";
import type { AgentForm } from "./agent-form";
import { Section } from "./section";

type Props = { form: AgentForm; disabled: boolean };

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
      <PolicyFields
        inputOf={(path, options) => form.getInputProps(path, options)}
        policy={form.values}
        announcementMax={2_000}
      />
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
export function DisclosurePart({ form, disabled, isKept }: Props & { isKept: boolean }) {
  return (
    <Section
      id="disclosure"
      disabled={disabled}
      description="The first words say that this is an automated assistant."
    >
      <Switch
        label="Say it"
        description="Switching it off needs an admin, and is written to the audit log."
        disabled={isKept}
        {...form.getInputProps("disclosure.enabled", { type: "checkbox" })}
      />
      <Textarea label="Words" autosize maxLength={2_000} {...form.getInputProps("disclosure.text")} />
    </Section>
  );
}
