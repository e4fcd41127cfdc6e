"use client";

import { Badge } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { CampaignContactStatus, CampaignStatus } from "@/lib/outreach/campaigns/schema";

const COLORS: Readonly<Record<CampaignStatus, string>> = {
  draft: "gray",
  scheduled: "blue",
  running: "blue",
  paused: "yellow",
  completed: "teal",
  canceled: "gray",
  failed: "red",
};

/** The status of a campaign. */
export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const t = useTranslations("campaigns.status");
  return (
    <Badge color={COLORS[status]} miw="max-content">
      {t(status)}
    </Badge>
  );
}

const CONTACT_COLORS: Readonly<Record<CampaignContactStatus, string>> = {
  pending: "gray",
  active: "blue",
  completed: "teal",
  held: "yellow",
  blocked: "orange",
  failed: "red",
  canceled: "gray",
};

/** The status of a campaign's contact. */
export function ContactStatusBadge({ status }: { status: CampaignContactStatus }) {
  const t = useTranslations("campaigns.contactStatus");
  return (
    <Badge color={CONTACT_COLORS[status]} miw="max-content">
      {t(status)}
    </Badge>
  );
}
