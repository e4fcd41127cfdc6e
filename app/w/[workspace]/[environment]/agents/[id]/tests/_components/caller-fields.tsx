"use client";

import { NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FewLines } from "@/components/few-lines";
import { NumberInput } from "@/components/number-input";
import { PERSONA_KEYS } from "@/lib/suites/cases/values";
import type { CallerType } from "./suite-form";
import type { SuiteForm } from "./suite-form-type";

type Props = { form: SuiteForm; path: string; type: CallerType };

const TYPES: readonly CallerType[] = ["script", "simulated", "model"];
const MAX_SEED = 1_000_000;

/** The caller of a case. A change of the kind keeps what was typed for the others. */
export function CallerFields({ form, path, type }: Props) {
  const t = useTranslations("suites");
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t("case.caller")}
        data={TYPES.map((value) => ({ value, label: t(`case.callerType.${value}`) }))}
        {...form.getInputProps(`${path}.type`)}
      />
      {type === "script" && (
        <FewLines
          label={t("case.lines")}
          description={t("case.linesHelp")}
          maxRows={16}
          {...form.getInputProps(`${path}.lines`)}
        />
      )}
      {type === "simulated" && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NativeSelect
              label={t("case.persona")}
              data={PERSONA_KEYS.map((value) => ({ value, label: t(`persona.${value}`) }))}
              {...form.getInputProps(`${path}.persona`)}
            />
            <NumberInput
              label={t("case.seed")}
              description={t("case.seedHelp")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={0}
              max={MAX_SEED}
              allowDecimal={false}
              {...form.getInputProps(`${path}.seed`)}
            />
          </SimpleGrid>
          <FewLines
            label={t("case.answers")}
            description={t("case.answersHelp")}
            {...form.getInputProps(`${path}.answers`)}
          />
        </>
      )}
      {type === "model" && (
        <>
          <TextInput
            label={t("case.model")}
            description={t("case.modelHelp")}
            {...form.getInputProps(`${path}.model`)}
          />
          <FewLines label={t("case.instructions")} {...form.getInputProps(`${path}.instructions`)} />
          <FewLines
            label={t("case.goal")}
            description={t("case.goalHelp")}
            {...form.getInputProps(`${path}.goal`)}
          />
        </>
      )}
    </Stack>
  );
}
