"use client";

import { Anchor, Button, Code, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { Card } from "../_components/card";
import { Problem } from "../_components/problem";
import { field, useGuestForm } from "../_components/use-guest-form";

const back = (
  <Anchor component={Link} href="/sign-in" size="sm" underline="always" ta="center">
    Back to the sign-in
  </Anchor>
);

/** Asks for a link by mail; says the same for every address. Without mail it says who can make a link. */
export function AskForm({ isMailOn }: { isMailOn: boolean }) {
  const { busy, problem, send } = useGuestForm();
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const email = field(new FormData(event.currentTarget), "email");
    if (await send(() => api.post("/v1/password-resets", { body: { email } }))) setSent(true);
  }

  if (!isMailOn)
    return (
      <Card title="Forgot your password?" footer={back}>
        <Stack>
          <Text size="sm">
            This installation sends no mail. Ask whoever operates it, or an owner of your workspace who can
            reach them, for a link that sets a new password. They make it with:
          </Text>
          <Code block style={{ whiteSpace: "pre-wrap" }}>
            npm run password-reset -- you@example.com
          </Code>
        </Stack>
      </Card>
    );
  if (sent)
    return (
      <Card title="Look at your mail" footer={back}>
        <Text size="sm" role="status">
          If there is an account of this address with a password, a link is on its way to it. It works once,
          within an hour.
        </Text>
      </Card>
    );
  return (
    <Card title="Forgot your password?" footer={back}>
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
          <Button type="submit" loading={busy} size="md" fullWidth>
            Send me a link
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
