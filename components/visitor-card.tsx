"use client";

import { Paper, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { BrandHeading } from "./brand-heading";
import classes from "./visitor-card.module.css";

type Props = { title: string; children: ReactNode /** Below the box. */; footer?: ReactNode };

/** The card of a page for visitors who are not signed in, under the page's h1. */
export function VisitorCard({ title, children, footer }: Props) {
  return (
    <main className={classes.page}>
      <Stack w="100%" maw={400} gap="lg">
        <BrandHeading>{title}</BrandHeading>
        <Paper withBorder p="xl" radius="lg">
          {children}
        </Paper>
        {footer}
      </Stack>
    </main>
  );
}
