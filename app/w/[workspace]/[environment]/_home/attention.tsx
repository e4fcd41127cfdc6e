"use client";

import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { LinkButton } from "@/components/link-button";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Notice } from "@/lib/identity/notices/schema";
import classes from "./home.module.css";

const MAX_SHOWN = 5;

/** Notifications that only inform. */
const INFORMATIVE: readonly Notice["kind"][] = ["deletion.completed"];

const needsAttention = ({ read_at, kind }: Notice): boolean =>
  read_at === null && !INFORMATIVE.includes(kind);

/** Unread notifications that ask for an action: failed campaigns, disabled webhooks, expiring keys and certificates. */
export function Attention({ notices }: { notices: readonly Notice[] }) {
  const t = useTranslations("home.attention");
  const pending = notices.filter(needsAttention);
  return (
    <Panel
      title={t("title")}
      actions={
        pending.length > 0 && (
          <LinkButton href="/notices" variant="subtle" size="compact-sm">
            {t("all")}
          </LinkButton>
        )
      }
    >
      {pending.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("empty")}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {pending.slice(0, MAX_SHOWN).map(({ id, title, created_at }) => (
            <li key={id}>
              <Link href="/notices" prefetch={false} className={classes.row}>
                <Text component="span" size="sm" fw={500}>
                  {title}
                </Text>
                <Text component="span" size="xs" c="dimmed">
                  <Time at={created_at} as="ago" />
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
