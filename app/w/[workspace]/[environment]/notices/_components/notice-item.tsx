"use client";

import { Anchor, Badge, Group, Text, VisuallyHidden } from "@mantine/core";
import {
  IconCertificate,
  IconChartLine,
  IconCircleCheck,
  IconCoin,
  IconDeviceLaptop,
  IconHandStop,
  IconKey,
  IconLockOpen,
  IconPhoneOff,
  IconPhonePause,
  IconPlayerPause,
  IconSpeakerphone,
  IconWebhookOff,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { api } from "@/components/api";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useScope } from "@/components/use-scope";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Notice } from "@/lib/identity/notices/schema";
import { resolveHref } from "@/lib/platform/context/scope";
import classes from "./notices.module.css";

const ICONS: Record<Notice["kind"], typeof IconKey> = {
  "webhook.disabled": IconWebhookOff,
  "sso.certificate_expiring": IconCertificate,
  "sso.break_glass_used": IconLockOpen,
  "key.expiring": IconKey,
  "campaign.failed": IconSpeakerphone,
  "campaign.paused": IconPlayerPause,
  "deletion.completed": IconCircleCheck,
  "deletion.blocked": IconHandStop,
  "session.new_browser": IconDeviceLaptop,
  "cost_limit.near": IconCoin,
  "cost_limit.reached": IconCoin,
  "score.drifted": IconChartLine,
  "trunk.limit_near": IconPhonePause,
  "trunk.limit_reached": IconPhoneOff,
};

/** One notification. Its link marks it as read and opens the environment of its subject. */
export function NoticeItem({ row }: { row: Notice }) {
  const t = useTranslations("notices");
  const router = useScopedRouter();
  const { run } = useAction();
  const Icon = ICONS[row.kind];
  const isUnread = row.read_at === null;
  const scope = useScope();
  const isElsewhere = row.environment !== null && row.environment !== scope?.environment;
  const href = resolveHref(
    scope && { ...scope, environment: row.environment ?? scope.environment },
    row.href,
  );
  const open = async (event: MouseEvent) => {
    // The browser opens links in a new tab itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const result = await run(
      async () => {
        if (isUnread) await api.post("/v1/notices/read", { body: { ids: [row.id] } });
      },
      { refresh: false },
    );
    if (!result.ok) return;
    // Another environment is another document: see `useSwitchScope`.
    if (isElsewhere) window.location.assign(href);
    else router.push(href);
  };
  return (
    <li className={classes.item} data-new={isUnread || undefined}>
      <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            <Anchor
              component={Link}
              href={href}
              prefetch={false}
              onClick={open}
              fw={isUnread ? 650 : 500}
              size="sm"
            >
              {row.title}
            </Anchor>
            {isUnread && <VisuallyHidden>{t("unread")}</VisuallyHidden>}
            {row.environment === "test" && <Badge color="orange">{t("test")}</Badge>}
          </Group>
          <Text size="xs" c="dimmed">
            <Time at={row.created_at} as="ago" />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {row.text}
        </Text>
      </div>
    </li>
  );
}
