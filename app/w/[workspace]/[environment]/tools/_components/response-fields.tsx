"use client";

import { Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { MAX_FIELDS } from "@/lib/agents/tools/values";
import { AddRow, RemoveRow } from "./row-buttons";
import type { ToolValues } from "./tool-form";

const FIELD_EXAMPLE = { name: "status", path: "data.items[0].status" };
const MONO = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

/** The fields of a response that the agent receives. */
export function ResponseFields({ form }: { form: UseFormReturnType<ToolValues> }) {
  const t = useTranslations("tools.response");
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={560}>
        {t("help", { example: FIELD_EXAMPLE.path })}
      </Text>
      {form.values.response.fields.map(({ name }, at) => (
        <Group key={form.key(`response.fields.${at}`)} align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t("name", { number: at + 1 })}
            placeholder={FIELD_EXAMPLE.name}
            flex={1}
            maxLength={64}
            spellCheck={false}
            {...form.getInputProps(`response.fields.${at}.name`)}
          />
          <TextInput
            aria-label={t("path", { name: name || String(at + 1) })}
            placeholder={FIELD_EXAMPLE.path}
            flex={2}
            maxLength={200}
            spellCheck={false}
            styles={MONO}
            {...form.getInputProps(`response.fields.${at}.path`)}
          />
          <RemoveRow
            label={t("remove", { name: name || String(at + 1) })}
            onClick={() => form.removeListItem("response.fields", at)}
          />
        </Group>
      ))}
      <AddRow
        label={t("add")}
        disabled={form.values.response.fields.length >= MAX_FIELDS}
        onClick={() => form.insertListItem("response.fields", { name: "", path: "" })}
      />
    </Stack>
  );
}
