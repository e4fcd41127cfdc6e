"use client";

import { Badge, Text } from "@mantine/core";
import { IconChevronDown, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { Value } from "@/components/facts";
import type { Variable } from "@/lib/agents/agents/schema";
import type { Call } from "@/lib/calls/calls/schema";
import classes from "./rehearsal.module.css";

type Props = { variables: readonly Variable[]; call: Call };

/** Variables collected so far, of all that the agent collects. */
export function CollectedVariables({ variables, call }: Props) {
  if (variables.length === 0) return null;
  const names = variables.map(({ name }) => name);
  const values: Call["variables"] = call.variables;
  const isFound = (name: string) => values[name] !== undefined && values[name] !== null;
  const open = call.ended_at === null ? "not yet" : "not found";
  return (
    <details className={classes.found} open>
      <summary>
        <Text span size="sm" fw={600}>
          Variables
        </Text>
        <Badge color="gray">
          {names.filter(isFound).length} of {names.length}
        </Badge>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </summary>
      <dl className={classes.values}>
        {variables.map(({ name, required }) => {
          const Sign = isFound(name) ? IconCircleCheck : IconCircleDashed;
          return (
            <div key={name} className={classes.value}>
              <Sign size={17} stroke={1.75} aria-hidden />
              <dt>{name}</dt>
              <dd>
                {isFound(name) ? (
                  <Value name={name} value={values[name]} variables={names} />
                ) : (
                  <Text span size="sm" c="dimmed">
                    {required ? open : `${open}, optional`}
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
