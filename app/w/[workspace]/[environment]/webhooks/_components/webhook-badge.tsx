"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Webhook } from "@/lib/data/webhooks/schema";

/** The state of a webhook. */
export function WebhookBadge({ webhook: { enabled, disabled_reason, failing_since } }: { webhook: Webhook }) {
  const t = useTranslations("webhooks.state");
  if (disabled_reason !== null) return <Badge color="red">{t("disabled")}</Badge>;
  if (!enabled) return <Badge color="gray">{t("off")}</Badge>;
  return failing_since === null ? <Badge>{t("on")}</Badge> : <Badge color="orange">{t("failing")}</Badge>;
}
