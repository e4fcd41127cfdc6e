"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { beginSso, type SignInAnswer, signIn } from "@/components/sign-in-client";
import { SubmitButton } from "@/components/submit-button";
import { VisitorCard } from "@/components/visitor-card";
import type { Translator } from "@/messages/translator";
import { Problem } from "../_components/problem";
import { field } from "../_components/use-guest-form";

function answerText(
  t: Translator<"auth">,
  answer: Exclude<SignInAnswer, "signed_in" | "code_needed">,
): string {
  if (answer === "code_wrong") return t("signIn.codeWrong");
  if (answer === "refused") return t("signIn.refused");
  if (answer === "sso_required") return t("signIn.ssoRequired");
  if (answer === "unavailable") return t("unavailable");
  return t("signIn.tooManyAttempts", { seconds: answer.waitS });
}

type Props = {
  /** Path to open after the sign-in. The page is loaded again, with the session. */
  to: string;
  /** Why single sign-on failed. */
  refused: string | null;
};

/** Signs in by password, or by the identity provider of the address's organization. */
export function SignInForm({ to, refused }: Props) {
  const t = useTranslations("auth");
  const [problem, setProblem] = useState<string | null>(refused);
  const [breaking, setBreaking] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  async function continueWithSso(): Promise<void> {
    if (email.current?.reportValidity() === false) return;
    setBusy(true);
    window.location.assign(await beginSso(email.current?.value ?? "", to));
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    const answer = await signIn(field(data, "email"), field(data, "password"), {
      code: field(data, "code"),
      break_glass: field(data, "break_glass"),
    });
    if (answer === "signed_in") return window.location.assign(to);
    setBusy(false);
    if (answer === "code_needed") return setAsksCode(true);
    setProblem(answerText(t, answer));
    if (answer === "code_wrong") code.current?.select();
    else password.current?.select();
  }

  return (
    <VisitorCard
      title={t("signIn.title")}
      footer={
        <Text size="sm" c="dimmed" ta="center">
          {t.rich("signIn.reference", {
            link: (text) => (
              <Anchor component={Link} href="/docs" size="sm" underline="always">
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
          <TextInput
            ref={email}
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
          <PasswordInput
            ref={password}
            label={t("password")}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          />
          {asksCode && (
            <TextInput
              ref={code}
              label={t("signIn.code")}
              description={t("signIn.codeHelp")}
              name="code"
              autoComplete="one-time-code"
              autoFocus
              required
              withAsterisk={false}
              size="md"
            />
          )}
          {breaking && (
            <TextInput
              label={t("signIn.breakGlassLabel")}
              description={t("signIn.breakGlassHelp")}
              name="break_glass"
              autoComplete="off"
              spellCheck={false}
              size="md"
            />
          )}
          <SubmitButton loading={busy} size="md" fullWidth mt="xs">
            {t("signIn.action")}
          </SubmitButton>
          <Button variant="default" loading={busy} size="md" fullWidth onClick={continueWithSso}>
            {t("signIn.sso")}
          </Button>
          {!breaking && (
            <Button variant="subtle" size="compact-sm" onClick={() => setBreaking(true)}>
              {t("signIn.breakGlass")}
            </Button>
          )}
          <Anchor component={Link} href="/forgot-password" size="sm" underline="always" ta="center">
            {t("signIn.forgot")}
          </Anchor>
        </Stack>
      </form>
    </VisitorCard>
  );
}
