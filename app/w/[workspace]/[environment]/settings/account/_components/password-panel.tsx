"use client";

import { PasswordInput, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { Panel } from "@/components/panel";
import { SubmitButton } from "@/components/submit-button";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";

const MIN_CHARS = 12;

/** Changes the member's own password. */
export function PasswordPanel({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("account.password");
  const toggle = { "aria-label": t("show") };
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/identity/auth/schema")).ChangePassword,
    initialValues: { current_password: "", new_password: "" },
    bodyOf: (values) => values,
    problemsOf: ({ current_password }) => ({
      current_password: current_password === "" ? t("currentMissing") : null,
    }),
  });
  const change = form.onSend(async (body) => {
    const result = await run(() => api.put("/v1/account/password", { body }), {
      form,
      done: t("done"),
    });
    if (result.ok) form.reset();
  });
  if (!hasPassword)
    return (
      <Panel title={t("title")}>
        <Text size="sm">{t("none")}</Text>
      </Panel>
    );
  return (
    <Panel title={t("title")}>
      <form onSubmit={change} noValidate>
        <Stack maw={360}>
          <PasswordInput
            label={t("current")}
            autoComplete="current-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps("current_password")}
          />
          <PasswordInput
            label={t("new")}
            description={t("newHelp", { min: MIN_CHARS })}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps("new_password")}
          />
          <SubmitButton loading={busy} style={{ alignSelf: "flex-start" }}>
            {t("action")}
          </SubmitButton>
        </Stack>
      </form>
    </Panel>
  );
}
