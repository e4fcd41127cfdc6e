"use client";

import { Anchor, Button, PasswordInput, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import { LinkButton } from "@/components/link-button";
import { Card } from "../../_components/card";
import { Problem } from "../../_components/problem";
import { field, useGuestForm } from "../../_components/use-guest-form";

/** Sets a new password by a link. Whether the link is good shows when it is used. */
export function ResetForm({ token }: { token: string }) {
  const { busy, problem, send } = useGuestForm();
  const [done, setDone] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = field(new FormData(event.currentTarget), "password");
    if (await send(() => api.post("/v1/password-resets/use", { body: { token, password } }))) setDone(true);
  }

  if (done)
    return (
      <Card title="Your password is set">
        <Stack>
          <Text size="sm" role="status">
            You are signed out everywhere. Sign in with your new password.
          </Text>
          <LinkButton href="/sign-in">Sign in</LinkButton>
        </Stack>
      </Card>
    );
  return (
    <Card
      title="Set a new password"
      footer={
        <Anchor component={Link} href="/forgot-password" size="sm" underline="always" ta="center">
          Ask for another link
        </Anchor>
      }
    >
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <PasswordInput
            label="New password"
            description="At least 12 characters"
            name="password"
            autoComplete="new-password"
            minLength={12}
            required
            withAsterisk={false}
            autoFocus
            size="md"
            visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          />
          <Button type="submit" loading={busy} size="md" fullWidth>
            Set the password
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
