"use client";

import { Button, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { signOut } from "@/components/sign-in-client";
import { VisitorCard } from "@/components/visitor-card";
import { Problem } from "../../../_components/problem";
import { useGuestForm } from "../../../_components/use-guest-form";
import type { Invitation } from "./invitation";

/** For signed-in visitors: accepts the invitation, or signs out first if it is for another address. */
export function JoinButton({ token, invitation, as }: { token: string; invitation: Invitation; as: string }) {
  const t = useTranslations("auth");
  const { busy, problem, setProblem, send } = useGuestForm();
  const { email, role, workspace } = invitation;

  async function join(): Promise<void> {
    if (await send(() => api.post("/v1/session/invitation", { body: { token } })))
      window.location.assign("/");
  }
  async function leave(): Promise<void> {
    if (await signOut()) window.location.reload();
    else setProblem(t("invite.signOutFailed"));
  }

  return (
    <VisitorCard title={t("invite.title", { workspace })}>
      <Stack>
        <Problem>{problem}</Problem>
        {as === email ? (
          <>
            <Text size="sm">
              {t(`invite.role.${role}`)} {t("invite.signedInAs", { email: as })}
            </Text>
            <Button onClick={join} loading={busy} size="md" fullWidth>
              {t("invite.action")}
            </Button>
          </>
        ) : (
          <>
            <Text size="sm">{t("invite.otherAccount", { email, as })}</Text>
            <Button onClick={leave} size="md" fullWidth>
              {t("invite.signOut")}
            </Button>
          </>
        )}
      </Stack>
    </VisitorCard>
  );
}
