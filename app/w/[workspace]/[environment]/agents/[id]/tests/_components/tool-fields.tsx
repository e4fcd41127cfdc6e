"use client";

import { Box, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { FewLines } from "@/components/few-lines";
import classes from "./case-list.module.css";
import { newTool } from "./suite-form";
import type { SuiteForm } from "./suite-form-type";

type Props = { form: SuiteForm; at: number };

/** The answers of the tools in a case. */
export function ToolFields({ form, at }: Props) {
  const t = useTranslations("suites.case");
  const path = `cases.${at}.tools`;
  const tools = form.getValues().cases[at]?.tools ?? [];
  return (
    <Stack gap="xs" component="section" aria-label={t("tools")}>
      <Text size="sm" fw={500}>
        {t("tools")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("toolsHelp")}
      </Text>
      {tools.map(({ key }, n) => (
        <Box key={key} className={classes.block ?? ""}>
          <TextInput label={t("tool")} {...form.getInputProps(`${path}.${n}.tool`)} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <FewLines
              label={t("arguments")}
              description={t("argumentsHelp")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              ff="monospace"
              {...form.getInputProps(`${path}.${n}.arguments`)}
            />
            <FewLines label={t("result")} {...form.getInputProps(`${path}.${n}.result`)} />
          </SimpleGrid>
          <Group justify="space-between">
            <Checkbox label={t("ok")} {...form.getInputProps(`${path}.${n}.ok`, { type: "checkbox" })} />
            <Button variant="subtle" color="red" size="xs" onClick={() => form.removeListItem(path, n)}>
              {t("removeTool", { number: String(n + 1) })}
            </Button>
          </Group>
        </Box>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => form.insertListItem(path, newTool())}
        >
          {t("addTool")}
        </Button>
      </Group>
    </Stack>
  );
}
