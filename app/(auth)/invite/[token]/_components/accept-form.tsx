"use client";

import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import Link from "next/link";
import type { FormEvent } from "react";
import { api } from "@/components/api";
import { signIn } from "@/components/sign-in-client";
import { Card } from "../../../_components/card";
import { Problem } from "../../../_components/problem";
import { field, useGuestForm } from "../../../_components/use-guest-form";
import { asRole, type Invitation } from "./invitation";

/** For who is not signed in: a name and a password make an account, or the password of the account that there is. */
export function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
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
    <Card
      title={`Join ${workspace}`}
      footer={
        <Text size="sm" c="dimmed" ta="center">
          Signing in elsewhere, by your organisation?{" "}
          <Anchor component={Link} href={`/sign-in?next=/invite/${token}`} size="sm" underline="always">
            Sign in first
          </Anchor>
          .
        </Text>
      }
    >
      <form onSubmit={submit} method="post">
        <Stack>
          <Problem>{problem}</Problem>
          <Text size="sm">
            You are invited {asRole(role)}. Choose a name and a password; if you have an account on this
            installation, use its password.
          </Text>
          <TextInput
            label="E-mail address"
            name="email"
            value={email}
            readOnly
            autoComplete="username"
            size="md"
          />
          <TextInput label="Your name" name="name" autoComplete="name" maxLength={200} size="md" autoFocus />
          <PasswordInput
            label="Password"
            description="At least 12 characters"
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            size="md"
            visibilityToggleButtonProps={{ "aria-label": "Show the password" }}
          />
          <Button type="submit" loading={busy} size="md" fullWidth>
            Join
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
