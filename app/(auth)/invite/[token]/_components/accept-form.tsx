"use client";

import { Anchor, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { api } from "@/components/api";
import { signIn } from "@/components/sign-in-client";
import { SubmitButton } from "@/components/submit-button";
import { VisitorCard } from "@/components/visitor-card";
import { PASSWORD_LENGTH } from "../../../_components/password-length";
import { Problem } from "../../../_components/problem";
import { field, useGuestForm } from "../../../_components/use-guest-form";
import type { Invitation } from "./invitation";

/** For visitors who are not signed in: creates an account, or takes the password of an existing one. */
export function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations("auth");
  const { busy, problem, send } = useGuestForm();
  const { email, role, workspace } = invitation;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [name, password] = [field(data, "name").trim(), field(data, "password")];
    const input = { token, password, ...(name !== "" && { name }) };
    const joined = await send(() => api.post("/v1/invitations/accept", { body: input }));
    if (!joined) return;
    // Whose account has a second factor is asked for it at the sign-in.
    const answer = await signIn(email, password);
    window.location.assign(answer === "signed_in" ? "/" : "/sign-in");
  }

  return (
    <VisitorCard
      title={t("invite.title", { workspace })}
      footer={
        <Text size="sm" c="dimmed" ta="center">
          {t.rich("invite.signInFirst", {
            link: (text) => (
              <Anchor component={Link} href={`/sign-in?next=/invite/${token}`} size="sm" underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Text>
      }
    >
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <Text size="sm">
            {t(`invite.role.${role}`)} {t("invite.newAccount")}
          </Text>
          <TextInput
            label={t("email")}
            name="email"
            value={email}
            readOnly
            autoComplete="username"
            size="md"
          />
          <TextInput
            label={t("invite.name")}
            name="name"
            autoComplete="name"
            maxLength={200}
            size="md"
            autoFocus
          />
          <PasswordInput
            label={t("password")}
            description={t("passwordLength", { min: PASSWORD_LENGTH })}
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          />
          <SubmitButton loading={busy} size="md" fullWidth>
            {t("invite.action")}
          </SubmitButton>
        </Stack>
      </form>
    </VisitorCard>
  );
}
