"use client";

import { Button, Stack, Text } from "@mantine/core";
import { api } from "@/components/api";
import { signOut } from "@/components/sign-in-client";
import { Card } from "../../../_components/card";
import { Problem } from "../../../_components/problem";
import { useGuestForm } from "../../../_components/use-guest-form";
import { asRole, type Invitation } from "./invitation";

/** For who is signed in: joins as themselves, or leaves first where the invitation is for another address. */
export function JoinButton({ token, invitation, as }: { token: string; invitation: Invitation; as: string }) {
  const { busy, problem, setProblem, send } = useGuestForm();
  const { email, role, workspace } = invitation;

  async function join(): Promise<void> {
    if (await send(() => api.post("/v1/session/invitation", { body: { token } })))
      window.location.assign("/");
  }
  async function leave(): Promise<void> {
    if (await signOut()) window.location.reload();
    else setProblem("You are still signed in. Try again.");
  }

  return (
    <Card title={`Join ${workspace}`}>
      <Stack>
        <Problem>{problem}</Problem>
        {as === email ? (
          <>
            <Text size="sm">
              You are invited {asRole(role)}, and signed in as {as}.
            </Text>
            <Button onClick={join} loading={busy} size="md" fullWidth>
              Join
            </Button>
          </>
        ) : (
          <>
            <Text size="sm">
              This invitation is for {email}, and you are signed in as {as}. Sign out to accept it.
            </Text>
            <Button onClick={leave} size="md" fullWidth>
              Sign out
            </Button>
          </>
        )}
      </Stack>
    </Card>
  );
}
