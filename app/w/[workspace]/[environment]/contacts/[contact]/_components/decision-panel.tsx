"use client";

import { Box, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { SearchSelect } from "@/components/search-select";
import { ProblemState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { Read } from "@/lib/http/page";
import { zoneText } from "../../_components/labels";
import { zoneClock } from "../zone-clock";
import classes from "./contact.module.css";
import { HoursToday } from "./hours-today";

const PURPOSES = ["informational", "telemarketing"] as const;
const CHANNELS = ["call", "text"] as const;

type Props = {
  decision: Read<ExplainedDecision>;
  /** Campaigns that can still contact people. */
  campaigns: readonly { value: string; label: string }[];
};

/** When a hold ends, in the viewer's time zone and in the contact's. */
function Until({ at, timezone }: { at: string; timezone: string | null }) {
  const t = useTranslations("contacts.decision");
  if (timezone === null) return <Time at={at} />;
  const { day, time } = zoneClock(at, timezone);
  return t.rich("localTime", { day, local: time, time: () => <Time at={at} /> });
}

/** The verdict as a text, and every reason against contact. */
function Verdict({ decision }: { decision: ExplainedDecision }) {
  const t = useTranslations("contacts.decision");
  const { verdict, until, reasons, timezone, channel } = decision;
  return (
    <Box className={classes.verdict} data-verdict={verdict} role="status">
      <Text fw={600}>
        {verdict === "hold" && until !== null
          ? t.rich(`verdict.${channel}.until`, { time: () => <Until at={until} timezone={timezone} /> })
          : t(`verdict.${channel}.${verdict}`)}
      </Text>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map(({ code, message, until: ends }) => (
            <li key={code}>
              <Text size="sm" component="span">
                {ends !== undefined && ends !== until
                  ? t.rich("reasonUntil", {
                      message,
                      time: () => <Until at={ends} timezone={timezone} />,
                    })
                  : message}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

function DecisionFacts({ decision, isOfCampaign }: { decision: ExplainedDecision; isOfCampaign: boolean }) {
  const t = useTranslations("contacts");
  const tCommon = useTranslations("common");
  const { timezone, region, hours_today, decided_at } = decision;
  return (
    <>
      <Facts
        rows={[
          [tCommon("timeZone.label"), zoneText(t, decision)],
          [t("details.region"), region ?? t("unknown")],
        ]}
      />
      {hours_today !== null && timezone !== null && (
        <HoursToday hours={hours_today} timezone={timezone} at={decided_at} />
      )}
      <Text size="xs" c="dimmed">
        {t.rich(isOfCampaign ? "decision.scope.campaign" : "decision.scope.contact", {
          time: () => <Time at={decided_at} />,
        })}
      </Text>
    </>
  );
}

/** Selects a purpose and channel, or a campaign, which has both. The selection is in the address. */
function Scope({ decision, campaigns }: { decision: ExplainedDecision | null } & Pick<Props, "campaigns">) {
  const t = useTranslations("contacts");
  const address = useAddress();
  const campaign = address.get("campaign_id");
  return (
    <Stack gap="sm">
      {(campaigns.length > 0 || campaign !== null) && (
        <SearchSelect
          label={t("decision.campaign")}
          placeholder={t("decision.noCampaign")}
          data={[...campaigns]}
          value={campaign}
          onChange={(next) =>
            address.set({ campaign_id: next, purpose: null, channel: null }, { replace: true })
          }
          clearable
          clearButtonProps={{ "aria-label": t("decision.noCampaign") }}
          nothingFoundMessage={t("decision.campaignEmpty")}
          maw={360}
        />
      )}
      {campaign === null ? (
        <Group gap="sm">
          <SegmentedControl
            aria-label={t("consent.purpose")}
            data={PURPOSES.map((value) => ({ value, label: t(`purpose.${value}`) }))}
            value={decision?.purpose ?? ""}
            onChange={(purpose) => address.set({ purpose }, { replace: true })}
          />
          <SegmentedControl
            aria-label={t("consent.channel")}
            data={CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
            value={decision?.channel ?? ""}
            onChange={(channel) => address.set({ channel }, { replace: true })}
          />
        </Group>
      ) : (
        decision && (
          <Text size="sm" c="dimmed">
            {t(`decision.campaignKind.${decision.purpose}.${decision.channel}`)}
          </Text>
        )
      )}
    </Stack>
  );
}

/** Whether the contact can be contacted now, and why. */
export function DecisionPanel({ decision: { data, problem }, campaigns }: Props) {
  const t = useTranslations("contacts.decision");
  const address = useAddress();
  return (
    <Panel title={t("title")}>
      <Stack gap="md" aria-busy={address.busy}>
        <Scope decision={data} campaigns={campaigns} />
        {problem ? (
          <ProblemState problem={problem} />
        ) : (
          <>
            <Verdict decision={data} />
            <DecisionFacts decision={data} isOfCampaign={address.get("campaign_id") !== null} />
          </>
        )}
      </Stack>
    </Panel>
  );
}
