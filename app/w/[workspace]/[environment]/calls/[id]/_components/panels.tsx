import { Code, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { OutcomeBadge } from "@/components/call-badges";
import { DecisionReason } from "@/components/decision-reason";
import { Facts } from "@/components/facts";
import { LinkAnchor } from "@/components/link-anchor";
import { MaskedText } from "@/components/masked-text";
import { Fields, Value } from "@/components/masked-value";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useChannelName } from "@/components/use-channel-name";
import { clock } from "@/components/words";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";

type Masks = { call: Call; names: readonly string[] };

export function OutcomePanel({ call, names }: Masks) {
  const t = useTranslations("calls");
  const { outcome, end_reason, settled_at, ended_at } = call;
  if (outcome === null) {
    return (
      <Panel title={t("column.outcome")}>
        <Text size="sm" c="dimmed">
          {ended_at === null
            ? t("outcome.inProgress")
            : settled_at === null
              ? t("outcome.settling")
              : t("outcome.none")}
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title={t("column.outcome")}>
      <Stack gap="sm" align="flex-start">
        <OutcomeBadge outcome={outcome} />
        {outcome.summary && (
          <Text size="sm" component="div">
            <MaskedText text={outcome.summary} variables={names} />
          </Text>
        )}
        {end_reason && (
          <Text size="xs" c="dimmed">
            {t(`endReason.${end_reason}`)}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

export function VariablesPanel({ call, names, variables }: Masks & { variables: readonly Variable[] }) {
  const t = useTranslations("calls.outcome");
  const descriptions = new Map(variables.map((variable) => [variable.name, variable.description]));
  const values = Object.entries(call.variables);
  return (
    <Panel title={t("variables")}>
      {values.length === 0 ? (
        <Text size="sm" c="dimmed">
          {call.settled_at === null ? t("variablesPending") : t("variablesNone")}
        </Text>
      ) : (
        <Facts
          rows={values.map(([name, value]) => [
            name,
            <div key={name}>
              <Value name={name} value={value} variables={names} />
              {descriptions.get(name) && (
                <Text size="xs" c="dimmed">
                  {descriptions.get(name)}
                </Text>
              )}
            </div>,
          ])}
        />
      )}
    </Panel>
  );
}

const when = (name: string, at: string | null) =>
  at === null ? null : ([name, <Time key={name} at={at} />] as const);

/** The first row has the date, so these rows have only the time. */
const at = (name: string, time: string | null) =>
  time === null ? null : ([name, <Time key={name} at={time} as="time" />] as const);

export function TimingPanel({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const ms = (name: string, value: number | null) =>
    value === null ? null : ([name, t("column.milliseconds", { ms: value })] as const);
  return (
    <Panel title={t("timing.title")}>
      <Facts
        rows={[
          when(t("timing.created"), call.created_at),
          at(t("timing.started"), call.started_at),
          at(t("timing.answered"), call.answered_at),
          at(t("timing.ended"), call.ended_at),
          at(t("timing.settled"), call.settled_at),
          call.duration_ms === null ? null : [t("column.duration"), clock(call.duration_ms)],
          ms(t("timing.p50"), call.latency.turn_p50_ms),
          ms(t("timing.p95"), call.latency.turn_p95_ms),
        ]}
      />
    </Panel>
  );
}

/**
 * The call's agent, channel and numbers, and the reasons of a failure. The panel "Why" states the reasons of a block, the steps
 * of the recording and the retention.
 */
export function DetailsPanel({ call, agentName }: { call: Call; agentName: string }) {
  const t = useTranslations("calls");
  const channelName = useChannelName();
  const reasons = call.status === "blocked" ? [] : call.reasons;
  return (
    <Panel title={t("decision.title")}>
      <Facts
        rows={[
          [
            t("column.agent"),
            <LinkAnchor key="agent" href={`/agents/${call.agent_id}`} size="sm">
              {agentName}
            </LinkAnchor>,
          ],
          [
            t("decision.version"),
            call.agent_version === null ? t("decision.draft") : String(call.agent_version),
          ],
          [
            t("column.channel"),
            t("decision.channel", {
              channel: channelName(call.channel),
              direction: t(`direction.${call.direction}`),
            }),
          ],
          [t("decision.purpose"), t(`purpose.${call.purpose}`)],
          call.from === null ? null : [t("column.from"), call.from],
          call.to === null ? null : [t("column.to"), call.to],
          [t("column.id"), <Code key="id">{call.id}</Code>],
        ]}
      />
      {reasons.map(({ code, ...reason }) => (
        <Text key={code} size="sm" mt="sm">
          <Code>{code}</Code> <DecisionReason {...reason} />
        </Text>
      ))}
    </Panel>
  );
}

export function MetadataPanel({ call, names }: Masks) {
  const t = useTranslations("calls.decision");
  if (Object.keys(call.metadata).length === 0) return null;
  return (
    <Panel title={t("metadata")}>
      <Fields name="metadata" value={call.metadata} variables={names} />
    </Panel>
  );
}
