"use client";

import { NumberInput, SimpleGrid, Switch, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { PolicyFields } from "@/components/policy-fields";
import type { AgentForm } from "./agent-form";
import { Section } from "./section";

type Props = { form: AgentForm; disabled: boolean };

/** `locked`: the reason why this member cannot change it, if any. */
export function RecordingPart({ form, disabled, locked }: Props & { locked: string | null }) {
  const t = useTranslations("agents.policy");
  return (
    <Section id="recording" isImmediate disabled={disabled} locked={locked} description={t("recordingHelp")}>
      <PolicyFields
        inputOf={(path, options) => form.getInputProps(path, options)}
        policy={form.values}
        announcementMax={2_000}
      />
    </Section>
  );
}

export function Limits({ form, disabled }: Props) {
  const t = useTranslations("agents.field");
  return (
    <Section id="limits" disabled={disabled}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t("maxDuration")}
          min={1}
          max={86_400}
          allowDecimal={false}
          {...form.getInputProps("max_duration_s")}
        />
        <NumberInput
          label={t("silenceTimeout")}
          min={1}
          max={3_600}
          allowDecimal={false}
          {...form.getInputProps("inactivity_timeout_s")}
        />
      </SimpleGrid>
    </Section>
  );
}

/** `isLocked`: it is on, and this member cannot turn it off. */
export function DisclosurePart({ form, disabled, isLocked }: Props & { isLocked: boolean }) {
  const t = useTranslations("agents.policy");
  const tField = useTranslations("agents.field");
  return (
    <Section id="disclosure" disabled={disabled} description={t("disclosureHelp")}>
      <Switch
        label={tField("disclosure")}
        description={t("disclosureLocked")}
        disabled={isLocked}
        {...form.getInputProps("disclosure.enabled", { type: "checkbox" })}
      />
      <Textarea
        label={tField("disclosureText")}
        autosize
        maxLength={2_000}
        {...form.getInputProps("disclosure.text")}
      />
    </Section>
  );
}
