"use client";

import { SimpleGrid, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NumberInput } from "@/components/number-input";
import { PolicyFields } from "@/components/policy-fields";
import { useDraft, useDraftStore, useField, useInput, useProblem } from "./draft-context";
import { inputOfPolicy } from "./policy-input";
import { Section } from "./section";

type Props = { disabled: boolean };

/** `locked`: the reason why this member cannot change it, if any. */
export function RecordingSection({ disabled, locked }: Props & { locked: string | null }) {
  const t = useTranslations("agents.policy");
  const store = useDraftStore();
  const recording = useDraft(({ values }) => values.recording);
  const transcript = useDraft(({ values }) => values.transcript);
  const problems = useDraft((state) => state.problems);
  const policy = { recording, transcript };
  return (
    <Section id="recording" isImmediate disabled={disabled} locked={locked} description={t("recordingHelp")}>
      <PolicyFields
        inputOf={inputOfPolicy({ policy, problems, edit: store.edit })}
        policy={policy}
        announcementMax={2_000}
      />
    </Section>
  );
}

/** An empty field is null: no limit, or the standard sentence. */
const textOrNull = (text: string): string | null => (text === "" ? null : text);

export function LimitsSection({ disabled }: Props) {
  const t = useTranslations("agents.field");
  const duration = useInput("max_duration_s");
  const silence = useInput("inactivity_timeout_s");
  const { value, set } = useField("cost_limits");
  const perCallProblem = useProblem("cost_limits.per_call");
  const perDayProblem = useProblem("cost_limits.per_day");
  const closingProblem = useProblem("cost_limits.closing");
  return (
    <Section id="limits" disabled={disabled}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput label={t("maxDuration")} min={1} max={86_400} allowDecimal={false} {...duration} />
        <NumberInput label={t("silenceTimeout")} min={1} max={3_600} allowDecimal={false} {...silence} />
        <TextInput
          label={t("costPerCall")}
          description={t("costLimitHelp")}
          inputMode="decimal"
          data-path="cost_limits.per_call"
          value={value.per_call ?? ""}
          error={perCallProblem}
          onChange={(event) => set({ ...value, per_call: textOrNull(event.currentTarget.value) })}
        />
        <TextInput
          label={t("costPerDay")}
          description={t("costLimitHelp")}
          inputMode="decimal"
          data-path="cost_limits.per_day"
          value={value.per_day ?? ""}
          error={perDayProblem}
          onChange={(event) => set({ ...value, per_day: textOrNull(event.currentTarget.value) })}
        />
      </SimpleGrid>
      <TextInput
        label={t("costClosing")}
        maxLength={500}
        data-path="cost_limits.closing"
        value={value.closing ?? ""}
        error={closingProblem}
        onChange={(event) => set({ ...value, closing: textOrNull(event.currentTarget.value) })}
      />
    </Section>
  );
}

/** `isLocked`: it is on, and this member cannot turn it off. */
export function DisclosureSection({ disabled, isLocked }: Props & { isLocked: boolean }) {
  const t = useTranslations("agents.policy");
  const tField = useTranslations("agents.field");
  const { value, set } = useField("disclosure");
  const error = useProblem("disclosure.text");
  return (
    <Section id="disclosure" disabled={disabled} description={t("disclosureHelp")}>
      <Switch
        label={tField("disclosure")}
        description={t("disclosureLocked")}
        disabled={isLocked}
        data-path="disclosure.enabled"
        checked={value.enabled}
        onChange={(event) => set({ ...value, enabled: event.currentTarget.checked })}
      />
      <Textarea
        label={tField("disclosureText")}
        autosize
        maxLength={2_000}
        data-path="disclosure.text"
        value={value.text}
        error={error}
        onChange={(event) => set({ ...value, text: event.currentTarget.value })}
      />
    </Section>
  );
}
