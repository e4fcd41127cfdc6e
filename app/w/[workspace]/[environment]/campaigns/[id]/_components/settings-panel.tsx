"use client";

import { Anchor } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useChannelName } from "@/components/use-channel-name";
import { useDaysText } from "@/components/use-days-text";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { attemptsText, paceText, windowText } from "../../_components/labels";

/** The settings of a campaign. */
export function SettingsPanel({ campaign, agentName }: { campaign: Campaign; agentName: string }) {
  const t = useTranslations("campaigns");
  const daysText = useDaysText();
  const channelName = useChannelName();
  const tPurpose = useTranslations("contacts.purpose");
  const format = useFormatter();
  const { agent_id, channel, purpose, window, attempts, starts_at, ends_at, launched_at, completed_at } =
    campaign;
  return (
    <Panel title={t("detail.settings")}>
      <Facts
        rows={[
          [
            t("list.agent"),
            <Anchor key="agent" component={Link} href={`/agents/${agent_id}`} prefetch={false} inherit>
              {agentName}
            </Anchor>,
          ],
          [t("list.channel"), channelName(channel)],
          [t("list.purpose"), tPurpose(purpose)],
          [t("detail.window"), windowText(t, daysText, window)],
          [t("detail.pace"), paceText(t, campaign)],
          [t("detail.attempts"), attemptsText(t, format, attempts)],
          [
            t("detail.starts"),
            starts_at === null ? t("detail.startsAtLaunch") : <Time key="starts" at={starts_at} />,
          ],
          [t("detail.ends"), ends_at === null ? t("detail.endsByDefault") : <Time key="ends" at={ends_at} />],
          launched_at === null ? null : [t("detail.launched"), <Time key="launched" at={launched_at} />],
          completed_at === null ? null : [t("detail.completed"), <Time key="completed" at={completed_at} />],
        ]}
      />
    </Panel>
  );
}
