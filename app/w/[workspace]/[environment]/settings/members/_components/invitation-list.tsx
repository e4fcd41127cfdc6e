"use client";

import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Invitation, InvitationWithLink } from "@/lib/identity/invitations/schema";
import type { Role } from "@/lib/platform/context/roles";
import { LinkModal } from "./link-modal";

function Status({ status }: { status: Invitation["status"] }) {
  const t = useTranslations("access.invitations");
  if (status === "open") return null;
  return <Badge color="orange">{status === "expired" ? t("expired") : t("lapsed")}</Badge>;
}

/** Open invitations. `roles`: the roles that this member can assign. */
export function InvitationList({
  invitations,
  roles,
}: {
  invitations: readonly Invitation[];
  roles: readonly Role[];
}) {
  const t = useTranslations("access.invitations");
  const tRole = useTranslations("access.role");
  const { busy, run } = useAction();
  const [renewed, setRenewed] = useState<InvitationWithLink | null>(null);

  async function renew(id: string): Promise<void> {
    const result = await run(() => api.post("/v1/invitations/:id/renew", { params: { id } }));
    if (result.ok) setRenewed(result.data);
  }

  return (
    <Panel title={t("title")}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {invitations.map(({ id, email, role, status, mail, expires_at }) => (
          <Group key={id} component="li" justify="space-between" gap="md">
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
                  {email}
                </Text>
                <Status status={status} />
              </Group>
              <Text size="sm" c="dimmed">
                {t.rich("details", {
                  role: tRole(role),
                  mail: t(`mail.${mail}`),
                  date: () => <Time at={expires_at} as="date" />,
                })}
              </Text>
            </div>
            <Group gap="xs">
              {roles.includes(role) && (
                <Button
                  size="xs"
                  variant="default"
                  loading={busy}
                  aria-label={t("renewFor", { email })}
                  onClick={() => renew(id)}
                >
                  {t("renew")}
                </Button>
              )}
              <ConfirmButton
                size="xs"
                aria-label={t("withdrawFor", { email })}
                title={t("withdrawTitle")}
                message={t("withdrawHelp", { email })}
                confirm={t("withdrawConfirm")}
                onConfirm={() =>
                  run(() => api.delete("/v1/invitations/:id", { params: { id } }), {
                    done: t("withdrawn"),
                  })
                }
              >
                {t("withdraw")}
              </ConfirmButton>
            </Group>
          </Group>
        ))}
      </Stack>
      <LinkModal invitation={renewed} onClose={() => setRenewed(null)} />
    </Panel>
  );
}
