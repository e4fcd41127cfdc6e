"use client";

import { Alert, Button, Stack, Text } from "@mantine/core";
import type { z } from "zod";
import { Link } from "@/components/link";
import { PageHeader } from "@/components/page-header";
import { Panel } from "@/components/panel";
import { ProblemState } from "@/components/states";
import { Time } from "@/components/time";
import type { Read } from "@/lib/http/page";
import type { Campaign, CampaignContactPage } from "@/lib/outreach/campaigns/schema";
import { CampaignStatusBadge } from "../../_components/campaign-status";
import { DONE } from "../../_components/labels";
import { ResultsTable } from "../../_components/results-table";
import { pathOf } from "../../new/_components/steps";
import { Controls } from "./controls";
import { DownloadResults } from "./download-results";
import { EditCampaign } from "./edit-campaign";
import { ProgressPanel } from "./progress-panel";
import { SettingsPanel } from "./settings-panel";
import { useProgress } from "./use-progress";

type Props = {
  campaign: Campaign;
  agentName: string;
  contacts: Read<z.output<typeof CampaignContactPage>>;
  rights: { edit: boolean; turn: boolean };
};

/** The most important notice about the campaign, if any. */
function Notice({ campaign, restingUntil }: { campaign: Campaign; restingUntil: string | null }) {
  const { calls } = DONE[campaign.channel];
  if (campaign.failure !== null)
    return (
      <Alert color="red" title="The campaign failed" role="alert">
        {campaign.failure.message} Who still waited is blocked with this reason.
      </Alert>
    );
  if (campaign.status === "scheduled" && campaign.starts_at !== null)
    return (
      <Alert color="blue" title="It has not begun yet">
        It starts <Time at={campaign.starts_at} />.
      </Alert>
    );
  if (campaign.status === "paused")
    return (
      <Alert color="yellow" title="The campaign is paused">
        No new {calls} are placed until it is resumed. What is under way goes on.
        {campaign.ends_at !== null && (
          <>
            {" "}
            It still ends <Time at={campaign.ends_at} />.
          </>
        )}
      </Alert>
    );
  if (campaign.status === "running" && restingUntil !== null)
    return (
      <Alert color="yellow" title="The carrier failed several times: the campaign rests">
        It tries again <Time at={restingUntil} as="ago" />, by itself. Nobody loses an attempt by that.
      </Alert>
    );
  return null;
}

/** A campaign: how it stands now, what one can do, how it is set up, and what came of each contact. */
export function CampaignView({ campaign, agentName, contacts, rights }: Props) {
  const progress = useProgress(campaign);
  const status = progress?.status ?? campaign.status;
  const counts = progress?.counts ?? campaign.counts;
  const now: Campaign = { ...campaign, status, counts };
  const isDraft = status === "draft";
  return (
    <>
      <PageHeader
        title={campaign.name}
        back={{ href: "/campaigns", label: "Campaigns" }}
        badge={
          <span role="status">
            <CampaignStatusBadge status={status} />
          </span>
        }
        description={isDraft ? "A draft: nobody is reached before it is launched." : undefined}
        actions={
          <>
            {rights.edit && !isDraft && <EditCampaign key={campaign.name} campaign={now} />}
            {rights.turn && <Controls campaign={now} />}
            {rights.edit && isDraft && (
              // The wizard is not rendered for members who can only view.
              <Button
                component={Link}
                href={pathOf(campaign.id, counts.total === 0 ? "contacts" : "check")}
                prefetch={false}
              >
                Continue
              </Button>
            )}
          </>
        }
      />
      <Stack gap="lg">
        <Notice campaign={now} restingUntil={progress?.backoff_until ?? null} />
        {!isDraft && <ProgressPanel campaign={now} progress={progress} />}
        <SettingsPanel campaign={now} agentName={agentName} />
        <Panel
          title="Contacts"
          actions={
            rights.edit &&
            !isDraft &&
            counts.total > 0 && <DownloadResults id={campaign.id} name={campaign.name} />
          }
        >
          {contacts.problem ? (
            <ProblemState problem={contacts.problem} />
          ) : (
            <ResultsTable
              page={contacts.data}
              draft={isDraft}
              mayRemove={rights.edit}
              empty={<Text size="sm">Contacts are added in the draft, by the API, or by an import.</Text>}
            />
          )}
        </Panel>
      </Stack>
    </>
  );
}
