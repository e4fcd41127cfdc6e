"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { beginSso, type SignInAnswer, signIn } from "@/components/sign-in-client";
import { Card } from "../_components/card";
import { Problem } from "../_components/problem";
import { field } from "../_components/use-guest-form";

function words(answer: Exclude<SignInAnswer, "signed_in" | "code_needed">): string {
  if (answer === "code_wrong") return "This code is not right, or has been used. Wait for the next one.";
  if (answer === "refused") return "The e-mail address or the password is not right.";
  if (answer === "sso_required")
    return "Your organisation signs in by single sign-on. Continue with it below.";
  if (answer === "unavailable") return "Parley cannot check this at the moment. Try again shortly.";
  return `Too many attempts. Wait ${answer.waitS} seconds and try again.`;
}

type Props = {
  /** Where one was on the way to. A whole new page is loaded there, with the session. */
  to: string;
  /** Why a single sign-on came to nothing. */
  refused: string | null;
};

/** Signs in by password, or by the identity provider of the address's organization. */
export function SignInForm({ to, refused }: Props) {
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
    setProblem(words(answer));
    if (answer === "code_wrong") code.current?.select();
    else password.current?.select();
  }

  return (
    <Card
      title="Sign in to Parley"
      footer={
        <Text size="sm" c="dimmed" ta="center">
          For programs there are keys: see the{" "}
          <Anchor component={Link} href="/docs" size="sm" underline="always">
            API reference
          </Anchor>
          .
        </Text>
      }
    >
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <TextInput
            ref={email}
            label="E-mail address"
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
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          />
          {asksCode && (
            <TextInput
              ref={code}
              label="Code"
              description="Of your authenticator app, or one of your recovery codes"
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
              label="Break-glass code"
              description="It lets the owner who holds it in once, while single sign-on is the only way."
              name="break_glass"
              autoComplete="off"
              spellCheck={false}
              size="md"
            />
          )}
          <Button type="submit" loading={busy} size="md" fullWidth mt="xs">
            Sign in
          </Button>
          <Button variant="default" loading={busy} size="md" fullWidth onClick={continueWithSso}>
            Continue with single sign-on
          </Button>
          {!breaking && (
            <Button variant="subtle" size="compact-sm" onClick={() => setBreaking(true)}>
              Use a break-glass code
            </Button>
          )}
          <Anchor component={Link} href="/forgot-password" size="sm" underline="always" ta="center">
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
    </Card>
  );
}
