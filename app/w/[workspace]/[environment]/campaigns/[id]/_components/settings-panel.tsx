"use client";

import { Anchor } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { TrunkChoice } from "@/components/trunk-order-input";
import { useChannelName } from "@/components/use-channel-name";
import { useDaysText } from "@/components/use-days-text";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { attemptsText, paceText, windowText } from "../../_components/labels";

type Props = { campaign: Campaign; agentName: string; trunks: readonly TrunkChoice[] };

/** The settings of a campaign. */
export function SettingsPanel({ campaign, agentName, trunks }: Props) {
  const t = useTranslations("campaigns");
  const daysText = useDaysText();
  const channelName = useChannelName();
  const tTrunks = useTranslations("trunks.order");
  const trunkName = (id: string) => trunks.find((trunk) => trunk.id === id)?.name ?? tTrunks("unknown");
  const tPurpose = useTranslations("contacts.purpose");
  const format = useFormatter();
  const {
    trunk_ids: trunkIds,
    agent_id,
    channel,
    purpose,
    window,
    attempts,
    starts_at,
    ends_at,
    launched_at,
    completed_at,
  } = campaign;
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
          trunks.length === 0 && trunkIds === null
            ? null
            : [
                t("detail.trunks"),
                trunkIds === null ? t("detail.trunksByRoutes") : trunkIds.map(trunkName).join(" → "),
              ],
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
