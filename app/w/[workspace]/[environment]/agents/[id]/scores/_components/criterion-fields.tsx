"use client";

import { Button, Group, NativeSelect, Paper, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NumberInput } from "@/components/number-input";
import type { useBodyForm } from "@/components/use-body-form";
import type { SetScorecard } from "@/lib/agents/scorecards/schema";
import { CRITERION_KINDS, MAX_SCALE, MAX_WEIGHT } from "@/lib/agents/scorecards/values";
import type { ScorecardValues } from "./scorecard-form";

type Form = ReturnType<typeof useBodyForm<typeof SetScorecard, ScorecardValues>>;
type Props = { form: Form; at: number; disabled: boolean };

function ScaleFields({ form, at, disabled }: Props) {
  const t = useTranslations("scores.field");
  const path = `criteria.${at}`;
  const point = { min: 0, max: MAX_SCALE, allowDecimal: false, disabled };
  return (
    <>
      <NumberInput label={t("min")} {...point} {...form.getInputProps(`${path}.min`)} />
      <NumberInput label={t("max")} {...point} {...form.getInputProps(`${path}.max`)} />
      <NumberInput label={t("passAt")} {...point} {...form.getInputProps(`${path}.pass_at`)} />
    </>
  );
}

/** The fields of a criterion. */
export function CriterionFields({ form, at, disabled }: Props) {
  const t = useTranslations("scores");
  const path = `criteria.${at}`;
  const kind = form.getValues().criteria[at]?.kind ?? "yes_no";
  const number = String(at + 1);
  return (
    <Paper withBorder p="md" role="group" aria-label={t("field.criterion", { number })}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t("field.name")}
            description={t("field.nameHelp")}
            maxLength={64}
            disabled={disabled}
            {...form.getInputProps(`${path}.name`)}
          />
          <NativeSelect
            label={t("field.kind")}
            description={" "}
            disabled={disabled}
            data={CRITERION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            {...form.getInputProps(`${path}.kind`)}
          />
        </SimpleGrid>
        <TextInput
          label={t("field.question")}
          maxLength={1_000}
          disabled={disabled}
          {...form.getInputProps(`${path}.question`)}
        />
        <Textarea
          label={t("field.guidance")}
          description={t("field.guidanceHelp")}
          autosize
          maxLength={2_000}
          disabled={disabled}
          {...form.getInputProps(`${path}.guidance`)}
        />
        {kind !== "text" && (
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {kind === "scale" && <ScaleFields form={form} at={at} disabled={disabled} />}
            {kind === "yes_no" && (
              <NativeSelect
                label={t("field.passIf")}
                disabled={disabled}
                data={(["yes", "no", "none"] as const).map((value) => ({
                  value,
                  label: t(`field.${value}`),
                }))}
                {...form.getInputProps(`${path}.pass_if`)}
              />
            )}
            <NumberInput
              label={t("field.weight")}
              min={0}
              max={MAX_WEIGHT}
              allowDecimal={false}
              disabled={disabled}
              {...form.getInputProps(`${path}.weight`)}
            />
          </SimpleGrid>
        )}
        {kind === "scale" && (
          <Textarea
            label={t("field.labels")}
            description={t("field.labelsHelp")}
            autosize
            disabled={disabled}
            {...form.getInputProps(`${path}.labels`)}
          />
        )}
        {!disabled && (
          <Group justify="flex-end">
            <Button
              variant="subtle"
              color="red"
              size="xs"
              onClick={() => form.removeListItem("criteria", at)}
            >
              {t("edit.remove", { number })}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
