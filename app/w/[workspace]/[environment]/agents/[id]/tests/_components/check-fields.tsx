"use client";

import { Box, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./case-list.module.css";
import { CheckInputs } from "./check-inputs";
import { type CheckType, newCheck } from "./suite-form";
import type { CaseEditorProps, SuiteForm } from "./suite-form-type";

type Props = { form: SuiteForm; at: number; agent: CaseEditorProps["agent"] };

const TYPES: readonly CheckType[] = [
  "outcome",
  "end_reason",
  "variable",
  "tool_called",
  "agent_says",
  "agent_never_says",
  "judge",
  "reply_time",
  "turns",
  "language",
];

/** The checks of a case. */
export function CheckFields({ form, at, agent }: Props) {
  const t = useTranslations("suites");
  const path = `cases.${at}.checks`;
  const checks = form.getValues().cases[at]?.checks ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={t("case.checks")}>
      <Text size="sm" fw={500}>
        {t("case.checks")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("case.checksHelp")}
      </Text>
      {checks.map(({ key, type }, n) => (
        <Box
          key={key}
          className={classes.block ?? ""}
          role="group"
          aria-label={t("case.check", { number: String(n + 1) })}
        >
          <Group justify="space-between" align="flex-end" gap="xs">
            <NativeSelect
              label={t("case.checkType")}
              flex="1 1 200px"
              data={TYPES.map((value) => ({ value, label: t(`checkType.${value}`) }))}
              {...form.getInputProps(`${path}.${n}.type`)}
            />
            <Button variant="subtle" color="red" size="xs" onClick={() => form.removeListItem(path, n)}>
              {t("case.removeCheck", { number: String(n + 1) })}
            </Button>
          </Group>
          <CheckInputs form={form} path={`${path}.${n}`} type={type} agent={agent} />
          {form.errors[`${path}.${n}`] && (
            <Text size="xs" c="red">
              {form.errors[`${path}.${n}`]}
            </Text>
          )}
        </Box>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => form.insertListItem(path, newCheck())}
        >
          {t("case.addCheck")}
        </Button>
      </Group>
    </Stack>
  );
}
