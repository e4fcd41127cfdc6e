"use client";

import { Badge, Group, Paper, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Session } from "@/lib/identity/auth/schema";
import { browserOf } from "./browser";

/** The member's own sessions, newest first. The current session has no button: signing out ends it. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const t = useTranslations("account.sessions");
  const { run } = useAction();
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
      {sessions.map(({ id, address, user_agent, current, created_at, last_seen_at }) => {
        const { name, isMobile } = browserOf(t, user_agent);
        const Icon = isMobile ? IconDeviceMobile : IconDeviceLaptop;
        return (
          <Paper key={id} component="li" withBorder p="md">
            <Group justify="space-between" gap="md">
              <Group gap="md" wrap="nowrap" miw={0}>
                <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
                  <Icon size={20} stroke={1.6} />
                </ThemeIcon>
                <div>
                  <Group gap="xs">
                    <Text fw={500} size="sm">
                      {name}
                    </Text>
                    {current && <Badge>{t("current")}</Badge>}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {t.rich(current ? "details" : "detailsUsed", {
                      address: address ?? t("unknownAddress"),
                      started: () => <Time at={created_at} as="ago" />,
                      used: () => <Time at={last_seen_at} as="ago" />,
                    })}
                  </Text>
                </div>
              </Group>
              {!current && (
                <ConfirmButton
                  size="xs"
                  aria-label={t("endOf", { name })}
                  title={t("endTitle")}
                  message={t("endHelp", { name })}
                  confirm={t("endConfirm")}
                  onConfirm={() =>
                    run(() => api.delete("/v1/sessions/:id", { params: { id } }), {
                      done: t("ended"),
                    })
                  }
                >
                  {t("end")}
                </ConfirmButton>
              )}
            </Group>
          </Paper>
        );
      })}
    </Stack>
  );
}
