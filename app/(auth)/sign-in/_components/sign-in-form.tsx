"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { type SignInAnswer, signIn } from "@/components/sign-in-client";
import { Card } from "../../_components/card";
import { Problem } from "../../_components/problem";
import { field } from "../../_components/use-guest-form";

function words(answer: Exclude<SignInAnswer, "signed_in" | "code_needed">): string {
  if (answer === "code_wrong") return "This code is not right, or has been used. Wait for the next one.";
  if (answer === "refused") return "The e-mail address or the password is not right.";
  if (answer === "unavailable") return "Parley cannot check this at the moment. Try again shortly.";
  return `Too many attempts. Wait ${answer.waitS} seconds and try again.`;
}

/** `to`: where one was on the way to. A whole new page is loaded there, with the session. */
export function SignInForm({ to }: { to: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    const answer = await signIn(field(data, "email"), field(data, "password"), field(data, "code"));
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
          <Button type="submit" loading={busy} size="md" fullWidth mt="xs">
            Sign in
          </Button>
          <Anchor component={Link} href="/forgot-password" size="sm" underline="always" ta="center">
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
    </Card>
  );
}
