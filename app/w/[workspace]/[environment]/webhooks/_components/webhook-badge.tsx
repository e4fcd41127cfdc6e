"use client";

import { Badge } from "@mantine/core";
import type { Webhook } from "@/lib/data/webhooks/schema";

/** How an endpoint is. */
export function WebhookBadge({ webhook: { enabled, disabled_reason, failing_since } }: { webhook: Webhook }) {
  if (disabled_reason !== null) return <Badge color="red">Switched off by Parley</Badge>;
  if (!enabled) return <Badge color="gray">Off</Badge>;
  return failing_since === null ? <Badge>On</Badge> : <Badge color="orange">Failing</Badge>;
}
