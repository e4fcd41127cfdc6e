"use client";

import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "@/components/link";
import classes from "./figures.module.css";
import { count, share } from "./words";

export type Bar = { name: string; label: string; calls: number; href: string };

/** Bars that are seen at once; the others on demand. */
const SHOWN = 8;

/** Calls by label, the most first; each leads to its calls. A list that can be read without seeing the bars. */
export function Bars({ bars, of, none }: { bars: readonly Bar[]; of: number; none: string }) {
  const [all, setAll] = useState(false);
  if (bars.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  const maxCalls = Math.max(...bars.map(({ calls }) => calls));
  return (
    <>
      <ul className={classes.bars}>
        {(all ? bars : bars.slice(0, SHOWN)).map(({ name, label, calls, href }) => (
          <li key={name}>
            <Link href={href} className={classes.bar} prefetch={false}>
              <span className={classes.label} title={label}>
                {label}
              </span>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.fill}
                  style={{ display: "block", width: `${(100 * calls) / maxCalls}%` }}
                />
              </span>
              <span className={classes.count}>
                {count(calls)} <Text component="span" size="xs" c="dimmed">{`(${share(calls, of)})`}</Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {bars.length > SHOWN && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? "Show fewer" : `Show all ${bars.length}`}
        </Button>
      )}
    </>
  );
}
