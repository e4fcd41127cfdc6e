"use client";

import { Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Time } from "@/components/time";
import { useDaysText } from "@/components/use-days-text";
import type { Campaign, Preflight } from "@/lib/outreach/campaigns/schema";
import { windowText } from "../../_components/labels";

/** The text that a launch is confirmed with. */
export function LaunchConsequences({ campaign, preflight }: { campaign: Campaign; preflight: Preflight }) {
  const t = useTranslations("campaigns");
  const daysText = useDaysText();
  const { channel, starts_at: startsAt, ends_at: endsAt, environment } = campaign;
  const { allowed, held, blocked } = preflight;
  const reach = { allowed, held, max: campaign.max_concurrent_calls };
  return (
    <Stack gap="xs">
      <span>
        {startsAt === null
          ? t(`check.launchNow.${channel}`, reach)
          : t.rich(`check.launchLater.${channel}`, { ...reach, time: () => <Time at={startsAt} /> })}{" "}
        {t("check.launchWindow", { window: windowText(t, daysText, campaign.window) })}
      </span>
      <span>
        {blocked > 0 && t("check.launchBlocked", { count: blocked })}{" "}
        {endsAt === null
          ? t("check.launchEndByDefault")
          : t.rich("check.launchEnd", { time: () => <Time at={endsAt} /> })}
      </span>
      <span>
        {t(`check.launchEnvironment.${environment}`)} {t("check.launchControl")}
      </span>
    </Stack>
  );
}
