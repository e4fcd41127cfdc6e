"use client";

import { Badge, Text } from "@mantine/core";
import { IconChevronDown, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Value } from "@/components/facts";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import classes from "./test.module.css";

type Props = { variables: readonly Variable[]; call: Call };

/** The variables of the agent, with the values collected so far. */
export function CollectedVariables({ variables, call }: Props) {
  const t = useTranslations("agents.collected");
  if (variables.length === 0) return null;
  const names = variables.map(({ name }) => name);
  const values: Call["variables"] = call.variables;
  const isCollected = (name: string) => values[name] !== undefined && values[name] !== null;
  const openState = call.ended_at === null ? "pending" : "missing";
  return (
    <details className={classes.found} open>
      <summary>
        <Text span size="sm" fw={600}>
          {t("title")}
        </Text>
        <Badge color="gray">
          {t("count", { collected: names.filter(isCollected).length, total: names.length })}
        </Badge>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </summary>
      <dl className={classes.values}>
        {variables.map(({ name, required }) => {
          const Icon = isCollected(name) ? IconCircleCheck : IconCircleDashed;
          return (
            <div key={name} className={classes.value}>
              <Icon size={17} stroke={1.75} aria-hidden />
              <dt>{name}</dt>
              <dd>
                {isCollected(name) ? (
                  <Value name={name} value={values[name]} variables={names} />
                ) : (
                  <Text span size="sm" c="dimmed">
                    {required ? t(openState) : t(`${openState}Optional`)}
                  </Text>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
