"use client";

import { Anchor, Code, Stack, Text } from "@mantine/core";
import { OutcomeBadge } from "@/components/call-badges";
import { Facts, Fields, Value } from "@/components/facts";
import { Link } from "@/components/link";
import { MaskedText } from "@/components/masked-text";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { channelName, clock, inWords } from "@/components/words";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";

type Masks = { call: Call; names: readonly string[] };

export function OutcomePanel({ call, names }: Masks) {
  const { outcome, end_reason, settled_at, ended_at } = call;
  if (outcome === null) {
    return (
      <Panel title="Outcome">
        <Text size="sm" c="dimmed">
          {ended_at === null
            ? "It is known when the call has ended."
            : settled_at === null
              ? "The call has ended and is being settled."
              : "None."}
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Outcome">
      <Stack gap="sm" align="flex-start">
        <OutcomeBadge outcome={outcome} />
        {outcome.summary && (
          <Text size="sm" component="div">
            <MaskedText text={outcome.summary} variables={names} />
          </Text>
        )}
        {end_reason && (
          <Text size="xs" c="dimmed">
            {inWords(end_reason)}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

export function VariablesPanel({ call, names, variables }: Masks & { variables: readonly Variable[] }) {
  const descriptions = new Map(variables.map((variable) => [variable.name, variable.description]));
  const values = Object.entries(call.variables);
  return (
    <Panel title="Variables">
      {values.length === 0 ? (
        <Text size="sm" c="dimmed">
          {call.settled_at === null ? "None so far." : "None were found."}
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
const ms = (name: string, value: number | null) => (value === null ? null : ([name, `${value} ms`] as const));

/** The day stands once, at the first of them; what matters from there on are the seconds. */
const at = (name: string, time: string | null) =>
  time === null ? null : ([name, <Time key={name} at={time} as="time" />] as const);

export function TimingPanel({ call }: { call: Call }) {
  return (
    <Panel title="Timing">
      <Facts
        rows={[
          when("Created", call.created_at),
          at("Started", call.started_at),
          at("Answered", call.answered_at),
          at("Ended", call.ended_at),
          at("Settled", call.settled_at),
          call.duration_ms === null ? null : ["Duration", clock(call.duration_ms)],
          ms("Answer, median", call.latency.turn_p50_ms),
          ms("Answer, 95 %", call.latency.turn_p95_ms),
        ]}
      />
    </Panel>
  );
}

/** How the call came to be, whether it might be held and recorded, and why. */
export function DecisionPanel({ call, agentName }: { call: Call; agentName: string }) {
  const { recording } = call;
  return (
    <Panel title="Decision">
      <Facts
        rows={[
          [
            "Agent",
            <Anchor key="agent" component={Link} href={`/agents/${call.agent_id}`} size="sm">
              {agentName}
            </Anchor>,
          ],
          ["Version", call.agent_version === null ? "Draft (rehearsal)" : String(call.agent_version)],
          ["Channel", `${channelName(call.channel)}, ${call.direction}`],
          ["Purpose", inWords(call.purpose)],
          call.from === null ? null : ["From", call.from],
          call.to === null ? null : ["To", call.to],
          ["Recording", inWords(recording.state)],
          when("Announced", recording.announced_at),
          when("Declined", recording.opted_out_at),
          when("Kept until", recording.expires_at),
          ["Id", <Code key="id">{call.id}</Code>],
        ]}
      />
      {call.reasons.map(({ code, message }) => (
        <Text key={code} size="sm" mt="sm">
          <Code>{code}</Code> {message}
        </Text>
      ))}
    </Panel>
  );
}

export function MetadataPanel({ call, names }: Masks) {
  if (Object.keys(call.metadata).length === 0) return null;
  return (
    <Panel title="Metadata">
      <Fields name="metadata" value={call.metadata} variables={names} />
    </Panel>
  );
}
