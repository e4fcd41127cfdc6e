"use client";

import { Alert, Button, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { z } from "zod";
import { Link } from "@/components/link";
import { PageHeader } from "@/components/page-header";
import { Panel } from "@/components/panel";
import { ProblemState } from "@/components/states";
import { Time } from "@/components/time";
import type { TrunkChoice } from "@/components/trunk-order-input";
import type { Read } from "@/lib/http/page";
import type { Campaign, CampaignContactPage } from "@/lib/outreach/campaigns/schema";
import { CampaignStatusBadge } from "../../_components/campaign-status";
import { ResultsTable } from "../../_components/results-table";
import { pathOf } from "../../new/_components/steps";
import classes from "./campaign-view.module.css";
import { Controls } from "./controls";
import { DownloadResults } from "./download-results";
import { EditCampaign } from "./edit-campaign";
import { ProgressPanel } from "./progress-panel";
import { SettingsPanel } from "./settings-panel";
import { useProgress } from "./use-progress";

type Props = {
  campaign: Campaign;
  agentName: string;
  /** Live SIP trunks that its calls can be placed over. */
  trunks: readonly TrunkChoice[];
  contacts: Read<z.output<typeof CampaignContactPage>>;
  /** The panel "Why". */
  explanation: ReactNode;
  rights: { edit: boolean; control: boolean; download: boolean };
};

/** The message of a campaign that places no call for now. */
const WAITING = {
  carrier: "resting",
  trunk_limit_reached: "limited",
  cost_limit_reached: "costLimited",
} as const;

type StatusProps = {
  campaign: Campaign;
  restingUntil: string | null;
  waiting: "resting" | "limited" | "costLimited";
};

/** The most important message about the campaign's status, if any. */
function StatusMessage({ campaign, restingUntil, waiting }: StatusProps) {
  const t = useTranslations("campaigns.detail");
  const { status, channel, failure, starts_at: startsAt, ends_at: endsAt } = campaign;
  if (failure !== null)
    return (
      <Alert color="red" title={t("failed")} role="alert">
        {t("failedHelp", { message: failure.message })}
      </Alert>
    );
  if (status === "scheduled" && startsAt !== null)
    return (
      <Alert color="blue" title={t("scheduled")}>
        {t.rich("scheduledHelp", { time: () => <Time at={startsAt} /> })}
      </Alert>
    );
  if (status === "paused")
    return (
      <Alert color="yellow" title={t("paused")}>
        {t(`pausedHelp.${channel}`)}{" "}
        {endsAt !== null && t.rich("pausedEnd", { time: () => <Time at={endsAt} /> })}
      </Alert>
    );
  if (status === "running" && restingUntil !== null)
    return (
      <Alert color="yellow" title={t(waiting)}>
        {t.rich(`${waiting}Help`, {
          time: () => <Time at={restingUntil} as="ago" />,
        })}
      </Alert>
    );
  return null;
}

/** A campaign: its status, actions, settings, and the result of each contact. */
export function CampaignView({ campaign, agentName, trunks, contacts, explanation, rights }: Props) {
  const t = useTranslations("campaigns");
  const progress = useProgress(campaign);
  // Status and counts are those of the page, so that they match its list of contacts.
  const { status, counts } = campaign;
  const isDraft = status === "draft";
  return (
    <>
      <PageHeader
        title={campaign.name}
        back={{ href: "/campaigns", label: t("title") }}
        badge={
          <span role="status">
            <CampaignStatusBadge status={status} />
          </span>
        }
        description={isDraft ? t("detail.draft") : undefined}
        actions={
          <>
            {rights.edit && !isDraft && (
              <EditCampaign key={campaign.name} campaign={campaign} trunks={trunks} />
            )}
            {rights.control && <Controls campaign={campaign} />}
            {rights.edit && isDraft && (
              // The wizard is not rendered for members who can only view.
              <Button
                component={Link}
                href={pathOf(campaign.id, counts.total === 0 ? "contacts" : "check")}
                prefetch={false}
              >
                {t("detail.continue")}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.message}>
        <StatusMessage
          campaign={campaign}
          restingUntil={progress?.backoff_until ?? null}
          waiting={WAITING[progress?.waiting_reason ?? "carrier"]}
        />
      </div>
      <div className={classes.grid}>
        <Stack gap="md" miw={0}>
          {!isDraft && <ProgressPanel campaign={campaign} progress={progress} />}
          {explanation}
        </Stack>
        <SettingsPanel campaign={campaign} agentName={agentName} trunks={trunks} />
      </div>
      <Panel
        title={t("list.contacts")}
        actions={
          rights.download &&
          !isDraft &&
          counts.total > 0 && <DownloadResults id={campaign.id} total={counts.total} />
        }
      >
        {contacts.problem ? (
          <ProblemState problem={contacts.problem} />
        ) : (
          <ResultsTable
            page={contacts.data}
            draft={isDraft}
            mayRemove={rights.edit}
            empty={<Text size="sm">{t("contacts.emptyHelp")}</Text>}
          />
        )}
      </Panel>
    </>
  );
}
