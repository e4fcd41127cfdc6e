"use client";

import { Text } from "@mantine/core";
import { Link } from "@/components/link";
import classes from "./figures.module.css";

export type Tile = { label: string; value: string; help: string; href: string };

/** Figures with their descriptions, each with a link to its calls. */
export function Tiles({ label: name, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <nav aria-label={name} className={classes.tiles}>
      {tiles.map(({ label, value, help, href }) => (
        <Link key={label} href={href} className={classes.tile} prefetch={false}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz={24} fw={600} lh={1.4} style={{ fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        </Link>
      ))}
    </nav>
  );
}
