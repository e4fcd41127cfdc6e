"use client";

import { Anchor, Box, Group, List, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { ProblemState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { ExplainedDecision } from "@/lib/contacts/policy/schema";
import type { Read } from "@/lib/http/page";
import { ConsentBadge } from "../../_components/badges";
import { CHANNEL_NAMES, channelsInWords, PURPOSE_NAMES, zoneSource } from "../../_components/labels";
import { zoneClock } from "../zone-clock";
import classes from "./contact.module.css";
import { HoursToday } from "./hours-today";

const PURPOSES = (["informational", "telemarketing"] as const).map((value) => ({
  value,
  label: PURPOSE_NAMES[value],
}));
const CHANNELS = (["call", "text"] as const).map((value) => ({ value, label: CHANNEL_NAMES[value] }));

type Props = {
  decision: Read<ExplainedDecision>;
  /** Campaigns that can still reach contacts. */
  campaigns: readonly { value: string; label: string }[];
};

/** When a hold ends, for who looks and on the contact's own clock. */
function Until({ at, timezone }: { at: string; timezone: string | null }) {
  const localTime = timezone === null ? null : zoneClock(at, timezone);
  return (
    <>
      <Time at={at} />
      {localTime && ` (${localTime.day} ${localTime.time} there)`}
    </>
  );
}

/** The verdict in words, and every reason against it. */
function Verdict({ decision }: { decision: ExplainedDecision }) {
  const { verdict, until, reasons, timezone } = decision;
  const done = decision.channel === "call" ? "called" : "texted";
  return (
    <Box className={classes.verdict} data-verdict={verdict} role="status">
      <Text fw={600}>
        {verdict === "allow" && `They may be ${done} now.`}
        {verdict === "block" && `They may not be ${done}.`}
        {verdict === "hold" && until === null && `They may not be ${done} yet.`}
        {verdict === "hold" && until !== null && (
          <>
            They may be {done} from <Until at={until} timezone={timezone} /> on.
          </>
        )}
      </Text>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map(({ code, message, until: ends }) => (
            <li key={code}>
              <Text size="sm" component="span">
                {message}
                {ends !== undefined && ends !== until && (
                  <>
                    {" "}
                    This ends <Until at={ends} timezone={timezone} />.
                  </>
                )}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

function Rules({ rules }: Pick<ExplainedDecision, "rules">) {
  if (rules.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No rule of the contact's region is known here that is stricter than what holds everywhere.
      </Text>
    );
  return (
    <>
      <Text size="sm">Stricter where the contact is:</Text>
      <List size="sm" spacing={4}>
        {rules.map(({ law, source, verified_on: verifiedOn }) => (
          <List.Item key={law}>
            <Anchor href={source} target="_blank" rel="noreferrer" inherit>
              {law}
            </Anchor>{" "}
            <Text span size="xs" c="dimmed">
              verified on {verifiedOn}
            </Text>
          </List.Item>
        ))}
      </List>
    </>
  );
}

function DecisionFacts({ decision, isOfCampaign }: { decision: ExplainedDecision; isOfCampaign: boolean }) {
  const { consent, suppressed, attempts, timezone, region, hours_today, decided_at, channel } = decision;
  const source = zoneSource(decision.timezone_source);
  return (
    <>
      <Facts
        rows={[
          ["Consent", <ConsentBadge key="consent" of={CHANNEL_NAMES[channel]} state={consent} />],
          ["Suppressed", suppressed.length === 0 ? "No" : channelsInWords(suppressed)],
          ["Attempts, a day", `${attempts.last_day} of ${attempts.max_day}`],
          ["Attempts, a week", `${attempts.last_week} of ${attempts.max_week}`],
          ["Time zone", timezone === null ? "Not known" : `${timezone}${source ? `, ${source}` : ""}`],
          ["Region", region ?? "Not known"],
        ]}
      />
      {hours_today !== null && timezone !== null && (
        <HoursToday hours={hours_today} timezone={timezone} at={decided_at} />
      )}
      <Rules rules={decision.rules} />
      <Text size="xs" c="dimmed">
        Decided <Time at={decided_at} /> by the same rules as calls, texts and campaigns
        {isOfCampaign
          ? ": with the campaign's purpose, window, end, agent and carrier, and the attempts that it has left for this contact. That a place is free is taken for granted."
          : ", for the contact alone: that an agent is live, a carrier is there and a place is free is taken for granted."}
      </Text>
    </>
  );
}

/** For what one asks: any reason of a purpose and channel, or a campaign, which has its own. It is in the address. */
function CampaignQuestion({
  decision,
  campaigns,
}: { decision: ExplainedDecision | null } & Pick<Props, "campaigns">) {
  const address = useAddress();
  const campaign = address.get("campaign_id");
  return (
    <Stack gap="sm">
      {(campaigns.length > 0 || campaign !== null) && (
        <Select
          label="By which campaign"
          placeholder="By none in particular"
          data={[...campaigns]}
          value={campaign}
          onChange={(next) =>
            address.set({ campaign_id: next, purpose: null, channel: null }, { replace: true })
          }
          searchable
          clearable
          clearButtonProps={{ "aria-label": "By none in particular" }}
          nothingFoundMessage="No such campaign goes on."
          maw={360}
        />
      )}
      {campaign === null ? (
        <Group gap="sm">
          <SegmentedControl
            aria-label="Purpose"
            data={PURPOSES}
            value={decision?.purpose ?? ""}
            onChange={(purpose) => address.set({ purpose }, { replace: true })}
          />
          <SegmentedControl
            aria-label="Channel"
            data={CHANNELS}
            value={decision?.channel ?? ""}
            onChange={(channel) => address.set({ channel }, { replace: true })}
          />
        </Group>
      ) : (
        decision && (
          <Text size="sm" c="dimmed">
            {`The campaign is for ${PURPOSE_NAMES[decision.purpose].toLowerCase()}, by ${CHANNEL_NAMES[decision.channel].toLowerCase()}.`}
          </Text>
        )
      )}
    </Stack>
  );
}

/** Whether the contact may be reached now, and why. */
export function WhyPanel({ decision: { data, problem }, campaigns }: Props) {
  const address = useAddress();
  return (
    <Panel title="May they be reached now?">
      <Stack gap="md" aria-busy={address.busy}>
        <CampaignQuestion decision={data} campaigns={campaigns} />
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
