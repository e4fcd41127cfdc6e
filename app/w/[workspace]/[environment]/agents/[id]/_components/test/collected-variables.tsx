"use client";

import { Badge, Text } from "@mantine/core";
import {
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconLock,
  IconMessageQuestion,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Value } from "@/components/masked-value";
import { latencySummary } from "@/components/response-latency";
import { Milliseconds } from "@/components/turn-latency";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call, Turn } from "@/lib/calls/calls/schema";
import classes from "./test.module.css";
import { type VariableState, variableStateOf } from "./variable-state";

type Props = { variables: readonly Variable[]; call: Call; turns: readonly Turn[] };

const ICONS: Readonly<Record<VariableState, typeof IconLock>> = {
  masked: IconLock,
  captured: IconCircleCheck,
  asked: IconMessageQuestion,
  not_asked: IconCircleDashed,
  open: IconCircleDashed,
};

type MissingState = Exclude<VariableState, "masked" | "captured">;

/** The state of a variable without a value. After the end, it is not collected, asked or not. */
function MissingText({
  state,
  isOver,
  required,
}: {
  state: MissingState;
  isOver: boolean;
  required: boolean;
}) {
  const t = useTranslations("agents.collected");
  const text = t(`state.${isOver ? "missing" : state}`);
  return (
    <Text span size="sm" c="dimmed">
      {required ? text : t("optional", { state: text })}
    </Text>
  );
}

/** The median and the 95th percentile of the agent's answers so far. */
function Latency({ turns }: { turns: readonly Turn[] }) {
  const t = useTranslations("agents.collected");
  const latency = latencySummary(turns);
  if (latency === null) return null;
  return (
    <Text span size="xs" c="dimmed" className={classes.latency ?? ""}>
      {t.rich("latency", {
        p50: () => <Milliseconds key="p50" ms={latency.p50Ms} />,
        p95: () => <Milliseconds key="p95" ms={latency.p95Ms} />,
      })}
    </Text>
  );
}

function VariableRow({
  variable,
  names,
  call,
  turns,
}: { variable: Variable; names: string[] } & Omit<Props, "variables">) {
  const { name, required } = variable;
  const values: Call["variables"] = call.variables;
  const state = variableStateOf(name, { turns, values });
  const Icon = ICONS[state];
  return (
    <div className={classes.value} data-state={state}>
      <Icon size={17} stroke={1.75} aria-hidden />
      <dt>{name}</dt>
      <dd>
        {state === "masked" || state === "captured" ? (
          <Value name={name} value={values[name]} variables={names} />
        ) : (
          <MissingText state={state} isOver={call.ended_at !== null} required={required} />
        )}
      </dd>
    </div>
  );
}

/** The variables of the agent with their states, and how fast the agent answered. */
export function CollectedVariables({ variables, call, turns }: Props) {
  const t = useTranslations("agents.collected");
  if (variables.length === 0)
    return (
      <div className={classes.latencyOnly}>
        <Latency turns={turns} />
      </div>
    );
  const names = variables.map(({ name }) => name);
  const values: Call["variables"] = call.variables;
  const collected = names.filter((name) => values[name] !== undefined && values[name] !== null).length;
  return (
    <details className={classes.found} open>
      <summary>
        <Text span size="sm" fw={600}>
          {t("title")}
        </Text>
        <Badge color="gray" miw="max-content">
          {t("count", { collected, total: names.length })}
        </Badge>
        <Latency turns={turns} />
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </summary>
      <dl className={classes.values}>
        {variables.map((variable) => (
          <VariableRow key={variable.name} variable={variable} names={names} call={call} turns={turns} />
        ))}
      </dl>
    </details>
  );
}
