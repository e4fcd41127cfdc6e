"use client";

import { SimpleGrid, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { useField, useInput } from "./draft-context";

const STEPS = ["low", "medium", "high"] as const;

/** How the agent and the caller take turns in a spoken call. */
export function TurnTakingFields() {
  const t = useTranslations("agents");
  const sensitivity = useInput("interruption_sensitivity");
  const patience = useInput("patience");
  const interruptible = useField("interruptible");
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ChoiceSelect
          label={t("field.interruptionSensitivity")}
          description={t("turnTaking.sensitivityHelp")}
          data={STEPS.map((value) => ({ value, label: t(`turnTaking.sensitivity.${value}`) }))}
          {...sensitivity}
        />
        <ChoiceSelect
          label={t("field.patience")}
          description={t("turnTaking.patienceHelp")}
          data={STEPS.map((value) => ({ value, label: t(`turnTaking.patience.${value}`) }))}
          {...patience}
        />
      </SimpleGrid>
      <Switch
        label={t("field.interruptible")}
        description={t("turnTaking.interruptibleHelp")}
        data-path="interruptible"
        checked={interruptible.value}
        onChange={(event) => interruptible.set(event.currentTarget.checked)}
      />
    </>
  );
}
