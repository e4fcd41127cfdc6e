"use client";

import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { Mark } from "@/components/mark";
import { type SignInAnswer, signIn } from "@/components/sign-in-client";

function words(answer: Exclude<SignInAnswer, "signed_in">): string {
  if (answer === "refused") return "The e-mail address or the password is not right.";
  if (answer === "unavailable") return "Parley cannot check this at the moment. Try again shortly.";
  return `Too many attempts. Wait ${answer.waitS} seconds and try again.`;
}

const field = (data: FormData, name: string): string => String(data.get(name) ?? "");

/** `to`: where one was on the way to. A whole new page is loaded there, with the session. */
export function SignInForm({ to }: { to: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    const answer = await signIn(field(data, "email"), field(data, "password"));
    if (answer === "signed_in") return window.location.assign(to);
    setBusy(false);
    setProblem(words(answer));
    password.current?.select();
  }

  return (
    <Stack w="100%" maw={400} gap="lg">
      <Stack align="center" gap="sm">
        <Mark size={40} />
        <Title order={1} fz={24}>
          Sign in to Parley
        </Title>
      </Stack>
      <Paper withBorder p="xl" radius="lg">
        <form onSubmit={submit} method="post">
          <Stack>
            {problem && (
              <Alert
                role="alert"
                color="red"
                variant="light"
                icon={<IconAlertCircle size={18} aria-hidden />}
              >
                {problem}
              </Alert>
            )}
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
            <Button type="submit" loading={busy} size="md" fullWidth mt="xs">
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
      <Text size="sm" c="dimmed" ta="center">
        For programs there are keys: see the{" "}
        <Anchor component={Link} href="/docs" size="sm" underline="always">
          API reference
        </Anchor>
        .
      </Text>
    </Stack>
  );
}
