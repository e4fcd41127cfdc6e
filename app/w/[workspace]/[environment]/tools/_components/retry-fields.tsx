"use client";

import { Group } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { IDEMPOTENCY, MAX_RETRIES } from "@/lib/agents/tools/values";
import type { ToolValues } from "./tool-form";

const COUNTS = Array.from({ length: MAX_RETRIES + 1 }, (_, count) => count);

/** When a tool's request is sent again. */
export function RetryFields({ form }: { form: UseFormReturnType<ToolValues> }) {
  const t = useTranslations("tools.retries");
  return (
    <Group align="flex-start" gap="sm">
      <ChoiceSelect
        label={t("max")}
        w={190}
        description={t("maxHelp")}
        data={COUNTS.map((count) => ({ value: String(count), label: t("count", { count }) }))}
        {...form.getInputProps("retries.max")}
      />
      <ChoiceSelect
        label={t("idempotency")}
        flex="1 1 220px"
        description={t("idempotencyHelp")}
        data={IDEMPOTENCY.map((value) => ({ value, label: t(value) }))}
        {...form.getInputProps("retries.idempotency")}
      />
    </Group>
  );
}
