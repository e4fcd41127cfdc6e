"use client";

import { Badge } from "@mantine/core";
import type { CampaignContactStatus, CampaignStatus } from "@/lib/outreach/campaigns/schema";

const CAMPAIGN: Readonly<Record<CampaignStatus, { color: string; label: string }>> = {
  draft: { color: "gray", label: "Draft" },
  scheduled: { color: "blue", label: "Scheduled" },
  running: { color: "blue", label: "Running" },
  paused: { color: "yellow", label: "Paused" },
  completed: { color: "teal", label: "Completed" },
  canceled: { color: "gray", label: "Canceled" },
  failed: { color: "red", label: "Failed" },
};

/** Where a campaign stands. */
export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const { color, label } = CAMPAIGN[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}

/** Where a contact of a campaign stands, as people say it. */
export const CONTACT_STATUSES: Readonly<Record<CampaignContactStatus, { color: string; label: string }>> = {
  pending: { color: "gray", label: "Waiting" },
  active: { color: "blue", label: "Under way" },
  completed: { color: "teal", label: "Done" },
  held: { color: "yellow", label: "Held" },
  blocked: { color: "orange", label: "Blocked" },
  failed: { color: "red", label: "Failed" },
  canceled: { color: "gray", label: "Canceled" },
};

export function ContactStatusBadge({ status }: { status: CampaignContactStatus }) {
  const { color, label } = CONTACT_STATUSES[status];
  return (
    <Badge color={color} miw="max-content">
      {label}
    </Badge>
  );
}
