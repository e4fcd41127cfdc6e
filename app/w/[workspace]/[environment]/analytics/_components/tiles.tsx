"use client";

import { Text } from "@mantine/core";
import { Link } from "@/components/link";
import classes from "./figures.module.css";

/** The difference to the previous period, and whether it is an improvement. */
export type TileChange = { text: string; tone: "good" | "bad" | "neutral" };
export type Tile = {
  label: string;
  value: string;
  help: string;
  href: string;
  change?: TileChange | undefined;
};

/** Figures with their descriptions, each with a link to its calls. */
export function Tiles({ label: name, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <nav aria-label={name} className={classes.tiles}>
      {tiles.map(({ label, value, help, href, change }) => (
        <Link key={label} href={href} className={classes.tile} prefetch={false}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz={24} fw={600} lh={1.4} style={{ fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Text>
          {change && (
            <Text size="xs" className={classes.change} data-tone={change.tone}>
              {change.text}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        </Link>
      ))}
    </nav>
  );
}
