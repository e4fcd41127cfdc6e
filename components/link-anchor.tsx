"use client";

import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link";

type Props = AnchorProps & { href: string; prefetch?: false; children: ReactNode };

/** A link in text, within the workspace. A server component may use it: it hands over text, not a component. */
export function LinkAnchor({ href, children, ...props }: Props) {
  return (
    <Anchor component={Link} href={href} {...props}>
      {children}
    </Anchor>
  );
}
