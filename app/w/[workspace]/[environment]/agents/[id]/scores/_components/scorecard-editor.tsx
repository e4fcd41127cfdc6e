"use client";

import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { Scorecard, SetScorecard } from "@/lib/agents/scorecards/schema";
import { MAX_CRITERIA } from "@/lib/agents/scorecards/values";
import { CriterionFields } from "./criterion-fields";
import {
  fieldOfProblem,
  newCriterion,
  type ScorecardValues,
  scorecardBody,
  scorecardValues,
} from "./scorecard-form";

type Props = { agentId: string; scorecard: Scorecard; mayWrite: boolean };

/** The criteria of an agent in a form, which keeps the typed values until they are saved. */
export function ScorecardEditor({ agentId, scorecard, mayWrite }: Props) {
  const t = useTranslations("scores");
  const { busy, run } = useAction();
  const [base, setBase] = useState(scorecard);
  const form = useBodyForm<typeof SetScorecard, ScorecardValues>({
    loadSchema: async () => (await import("@/lib/agents/scorecards/schema")).SetScorecard,
    initialValues: scorecardValues(scorecard),
    bodyOf: scorecardBody,
    fieldOf: fieldOfProblem,
  });
  const { criteria } = form.getValues();
  const send = form.onSend(async (body) => {
    const result = await run(
      () => api.put("/v1/agents/:id/scorecard", { params: { id: agentId }, body, ifMatch: base.revision }),
      { done: t("edit.done"), form: form.messages },
    );
    if (!result.ok) return;
    setBase(result.data);
    const values = scorecardValues(result.data);
    form.setInitialValues(values);
    form.setValues(values);
  });
  return (
    <form noValidate onSubmit={send}>
      <UnsavedGuard dirty={mayWrite && form.isDirty()} />
      <Stack gap="md">
        {!mayWrite && <Alert>{t("edit.readOnly")}</Alert>}
        <Paper withBorder p="md">
          <TextInput
            label={t("field.model")}
            description={t("field.modelHelp")}
            disabled={!mayWrite}
            maw={420}
            {...form.getInputProps("model")}
          />
          {criteria.length === 0 && (
            <Text size="sm" c="dimmed" mt="md">
              {t("edit.empty")}
            </Text>
          )}
        </Paper>
        {criteria.map(({ key }, at) => (
          <CriterionFields key={key} form={form} at={at} disabled={!mayWrite} />
        ))}
        {mayWrite && (
          <Group justify="space-between">
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={criteria.length >= MAX_CRITERIA}
              onClick={() => form.insertListItem("criteria", newCriterion())}
            >
              {t("edit.add")}
            </Button>
            <Group gap="md">
              <Text size="sm" c="dimmed">
                {t("edit.versions")}
              </Text>
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                {t("edit.action")}
              </Button>
            </Group>
          </Group>
        )}
      </Stack>
    </form>
  );
}
