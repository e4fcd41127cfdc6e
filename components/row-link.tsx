"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link";

/**
 * The link of a table row. Its click area covers the whole row of a `DataTable`; other controls of the row
 * lie above it.
 */
export function RowLink({ href, children, ...props }: AnchorProps & { href: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} prefetch={false} data-row-link size="sm" fw={500} {...props}>
      {children}
    </Anchor>
  );
}
