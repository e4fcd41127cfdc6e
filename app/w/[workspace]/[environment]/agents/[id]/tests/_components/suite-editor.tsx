"use client";

import { Alert, Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { NumberInput } from "@/components/number-input";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { CaseFromCall } from "@/lib/suites/call-cases/schema";
import type { CreateSuite, Suite } from "@/lib/suites/suites/schema";
import { CaseList } from "./case-list";
import { FromCallNote } from "./from-call-note";
import { fieldOfProblem, findTextProblems, type SuiteValues, suiteBody, suiteValues } from "./suite-form";

type Props = {
  agent: { id: string; outcomes: string[]; variables: string[] };
  /** Null: a new suite. */
  suite: Suite | null;
  /** A case of a call that is added to the suite. */
  fromCall: CaseFromCall | null;
  rights: { write: boolean; require: boolean };
};

const MAX_REPETITIONS = 20;

/** The suite's settings and cases in a form, which keeps what was typed until it is saved. */
export function SuiteEditor({ agent, suite, fromCall, rights }: Props) {
  const t = useTranslations("suites");
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const [base, setBase] = useState(suite);
  const added = fromCall === null ? [] : [fromCall.case];
  const form = useBodyForm<typeof CreateSuite, SuiteValues>({
    loadSchema: async () => (await import("@/lib/suites/suites/schema")).CreateSuite,
    initialValues: suiteValues(suite, added),
    bodyOf: (values) => ({ agent_id: agent.id, ...suiteBody(values) }),
    fieldOf: fieldOfProblem,
    problemsOf: (values) =>
      Object.fromEntries(
        findTextProblems(values).map((problem) => [
          problem.path,
          problem.kind === "notJson" ? t("case.notJson") : t("case.notPairs", { line: String(problem.line) }),
        ]),
      ),
  });
  const isDirty = rights.write && (fromCall !== null || form.isDirty());
  const [isSaved, setSaved] = useState(false);
  const show = (latest: Suite) => {
    setBase(latest);
    const values = suiteValues(latest);
    form.setInitialValues(values);
    form.setValues(values);
  };
  const { save, conflictDialog } = useConditionalSave<Suite>({
    run,
    noun: "suite",
    read: () => api.get("/v1/suites/:id", { params: { id: base?.id ?? "" } }),
    onLoad: show,
  });
  useEffect(() => {
    if (isSaved && base !== null) router.push(`/agents/${agent.id}/tests/${base.id}`);
  }, [isSaved, base, agent.id, router]);

  const send = form.onSend(async (body) => {
    const messages = { form: form.messages, refresh: false };
    if (base === null) {
      const result = await run(() => api.post("/v1/suites", { body }), {
        ...messages,
        done: t("create.done"),
      });
      if (!result.ok) return;
      show(result.data);
      setSaved(true);
      return;
    }
    const { agent_id: _, ...changes } = body;
    const saved = await save(
      base,
      (ifMatch) => api.patch("/v1/suites/:id", { params: { id: base.id }, body: changes, ifMatch }),
      { ...messages, done: t("edit.done"), refresh: true },
    );
    if (saved === null) return;
    show(saved);
    if (fromCall !== null) setSaved(true);
  });

  return (
    <form noValidate onSubmit={send}>
      <UnsavedGuard dirty={isDirty && !isSaved} />
      {conflictDialog}
      <Stack gap="lg">
        {fromCall !== null && <FromCallNote fromCall={fromCall} />}
        <Paper withBorder p="md">
          <Stack gap="md">
            {!rights.write && <Alert>{t("edit.readOnly")}</Alert>}
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              <TextInput
                label={t("field.name")}
                maxLength={200}
                disabled={!rights.write}
                {...form.getInputProps("name")}
              />
              <NumberInput
                label={t("field.repetitions")}
                description={t("field.repetitionsHelp")}
                inputWrapperOrder={["label", "input", "description", "error"]}
                min={1}
                max={MAX_REPETITIONS}
                allowDecimal={false}
                disabled={!rights.write}
                {...form.getInputProps("repetitions")}
              />
              <NumberInput
                label={t("field.minPass")}
                min={1}
                max={100}
                allowDecimal={false}
                disabled={!rights.write}
                {...form.getInputProps("min_pass_percent")}
              />
            </SimpleGrid>
            <Checkbox
              label={t("field.required")}
              description={rights.require ? undefined : t("field.requiredHelp")}
              disabled={!rights.write || !rights.require}
              {...form.getInputProps("required", { type: "checkbox" })}
            />
          </Stack>
        </Paper>
        <CaseList form={form} agent={agent} disabled={!rights.write} openLast={fromCall !== null} />
        {rights.write && (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {base !== null && t("edit.newRun")}
            </Text>
            <Button type="submit" loading={busy} disabled={base !== null && !isDirty}>
              {base === null ? t("create.action") : t("edit.action")}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
