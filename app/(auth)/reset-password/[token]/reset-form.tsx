"use client";

import { Anchor, PasswordInput, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { LinkButton } from "@/components/link-button";
import { SubmitButton } from "@/components/submit-button";
import { VisitorCard } from "@/components/visitor-card";
import { PASSWORD_LENGTH } from "../../_components/password-length";
import { Problem } from "../../_components/problem";
import { field, useGuestForm } from "../../_components/use-guest-form";

/** Sets a new password by a link. Whether the link is good shows when it is used. */
export function ResetForm({ token }: { token: string }) {
  const t = useTranslations("auth");
  const { busy, problem, send } = useGuestForm();
  const [done, setDone] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = field(new FormData(event.currentTarget), "password");
    if (await send(() => api.post("/v1/password-resets/use", { body: { token, password } }))) setDone(true);
  }

  if (done)
    return (
      <VisitorCard title={t("reset.doneTitle")}>
        <Stack>
          <Text size="sm" role="status">
            {t("reset.done")}
          </Text>
          <LinkButton href="/sign-in">{t("signIn.action")}</LinkButton>
        </Stack>
      </VisitorCard>
    );
  return (
    <VisitorCard
      title={t("reset.title")}
      footer={
        <Anchor component={Link} href="/forgot-password" size="sm" underline="always" ta="center">
          {t("reset.another")}
        </Anchor>
      }
    >
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <PasswordInput
            label={t("reset.label")}
            description={t("passwordLength", { min: PASSWORD_LENGTH })}
            name="password"
            autoComplete="new-password"
            minLength={PASSWORD_LENGTH}
            required
            withAsterisk={false}
            autoFocus
            size="md"
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          />
          <SubmitButton loading={busy} size="md" fullWidth>
            {t("reset.action")}
          </SubmitButton>
        </Stack>
      </form>
    </VisitorCard>
  );
}
