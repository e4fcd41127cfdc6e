"use client";

import { Anchor, Code, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { SubmitButton } from "@/components/submit-button";
import { VisitorCard } from "@/components/visitor-card";
import { Problem } from "../_components/problem";
import { field, useGuestForm } from "../_components/use-guest-form";

/** Creates a password link on a server that cannot send email. */
const COMMAND = "npm run password-reset -- you@example.com";

/** Requests a link by email, with the same result for every address. Without email it explains who can create a link. */
export function AskForm({ isMailOn }: { isMailOn: boolean }) {
  const t = useTranslations("auth");
  const { busy, problem, send } = useGuestForm();
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = field(new FormData(event.currentTarget), "email");
    if (await send(() => api.post("/v1/password-resets", { body: { email } }))) setSent(true);
  }

  const back = (
    <Anchor component={Link} href="/sign-in" size="sm" underline="always" ta="center">
      {t("forgot.back")}
    </Anchor>
  );
  if (!isMailOn)
    return (
      <VisitorCard title={t("signIn.forgot")} footer={back}>
        <Stack>
          <Text size="sm">{t("forgot.noMail")}</Text>
          <Code block style={{ whiteSpace: "pre-wrap" }}>
            {COMMAND}
          </Code>
        </Stack>
      </VisitorCard>
    );
  if (sent)
    return (
      <VisitorCard title={t("forgot.sentTitle")} footer={back}>
        <Text size="sm" role="status">
          {t("forgot.sent")}
        </Text>
      </VisitorCard>
    );
  return (
    <VisitorCard title={t("signIn.forgot")} footer={back}>
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            label={t("email")}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            withAsterisk={false}
            autoFocus
            size="md"
          />
          <SubmitButton loading={busy} size="md" fullWidth>
            {t("forgot.send")}
          </SubmitButton>
        </Stack>
      </form>
    </VisitorCard>
  );
}
