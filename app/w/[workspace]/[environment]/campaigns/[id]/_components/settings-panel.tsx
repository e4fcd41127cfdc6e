"use client";

import { Anchor } from "@mantine/core";
import { Facts } from "@/components/facts";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { channelName } from "@/components/words";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { attemptsInWords, paceInWords, windowInWords } from "../../_components/labels";

/** How a campaign is set up. */
export function SettingsPanel({ campaign, agentName }: { campaign: Campaign; agentName: string }) {
  const { agent_id, channel, purpose, window, attempts, starts_at, ends_at, launched_at, completed_at } =
    campaign;
  return (
    <Panel title="Set up">
      <Facts
        rows={[
          [
            "Agent",
            <Anchor key="agent" component={Link} href={`/agents/${agent_id}`} prefetch={false} inherit>
              {agentName}
            </Anchor>,
          ],
          ["Channel", channelName(channel)],
          ["Purpose", purpose === "telemarketing" ? "Telemarketing" : "Information"],
          ["Window", windowInWords(window)],
          ["Pace", paceInWords(campaign)],
          ["Attempts", attemptsInWords(attempts)],
          ["Starts", starts_at === null ? "With the launch" : <Time key="starts" at={starts_at} />],
          ["Ends", ends_at === null ? "7 days after the start" : <Time key="ends" at={ends_at} />],
          launched_at === null ? null : ["Launched", <Time key="launched" at={launched_at} />],
          completed_at === null ? null : ["Over since", <Time key="over" at={completed_at} />],
        ]}
      />
    </Panel>
  );
}
