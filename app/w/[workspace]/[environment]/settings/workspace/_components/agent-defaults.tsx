"use client";

import { Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { PolicyFields } from "@/components/policy-fields";
import { FieldsPanel } from "../../_components/fields-panel";
import type { WorkspaceValues } from "./workspace-values";

type Props = { form: UseFormReturnType<WorkspaceValues>; disabled: boolean };

/** Defaults of a new agent. */
export function AgentDefaults({ form, disabled }: Props) {
  const t = useTranslations("settings.defaults");
  return (
    <FieldsPanel title={t("title")} disabled={disabled}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("help")}
        </Text>
        <PolicyFields
          inputOf={(path, options) => form.getInputProps(`defaults.${path}`, options)}
          policy={form.values.defaults}
          announcementMax={1_000}
        />
      </Stack>
    </FieldsPanel>
  );
}
