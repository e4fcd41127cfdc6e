"use client";

import { Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Mark } from "@/components/mark";
import { Wave } from "@/components/wave";
import classes from "./card.module.css";

type Props = { title: string; children: ReactNode /** Below the box. */; footer?: ReactNode };

/** The card of a page for visitors who are not signed in, under the page's h1. */
export function Card({ title, children, footer }: Props) {
  return (
    <main className={classes.page}>
      <Stack w="100%" maw={400} gap="lg">
        <Stack align="center" gap="sm">
          <Mark size={40} />
          <Wave />
          <Title order={1} fz={26} ta="center" lts="-0.022em" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
        </Stack>
        <Paper withBorder p="xl" radius="lg">
          {children}
        </Paper>
        {footer}
      </Stack>
    </main>
  );
}
