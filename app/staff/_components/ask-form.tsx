"use client";

import { Group, Paper, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { NumberInput } from "@/components/number-input";
import { SubmitButton } from "@/components/submit-button";
import { useAction } from "@/components/use-action";
import type { RequestTicket } from "@/lib/identity/staff/schema";
import { MAX_HOURS } from "@/lib/identity/staff/values";

/** The prefix of a workspace's ID. */
const ID_EXAMPLE = "ws_…";
const EMPTY: RequestTicket = { workspace_id: "", reason: "", hours: 1 };

/** Requests access from a workspace's owners. */
export function AskForm() {
  const t = useTranslations("staff.request");
  const { busy, run } = useAction();
  const form = useForm({ mode: "uncontrolled", initialValues: EMPTY });
  // The input of numbers has no uncontrolled value.
  const [hours, setHours] = useState<number | "">(EMPTY.hours);
  const send = form.onSubmit(async (values) => {
    const result = await run(() => api.post("/v1/staff/tickets", { body: values }), {
      done: t("done"),
      form,
    });
    if (!result.ok) return;
    form.reset();
    setHours(EMPTY.hours);
  });
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="ask">
      <form onSubmit={send}>
        <Stack>
          <Title order={2} fz={18} id="ask">
            {t("title")}
          </Title>
          <Text size="sm" c="dimmed">
            {t("description")}
          </Text>
          <TextInput
            label={t("workspace")}
            placeholder={ID_EXAMPLE}
            required
            key={form.key("workspace_id")}
            {...form.getInputProps("workspace_id")}
          />
          <Textarea
            label={t("reason")}
            description={t("reasonHelp")}
            required
            key={form.key("reason")}
            {...form.getInputProps("reason")}
          />
          <NumberInput
            label={t("hours")}
            min={1}
            max={MAX_HOURS}
            required
            value={hours}
            error={form.errors.hours}
            onChange={(next) => {
              setHours(next);
              form.setFieldValue("hours", Number(next));
            }}
          />
          <Group>
            <SubmitButton loading={busy}>{t("action")}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
