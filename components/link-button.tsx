"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "./link";
import type { ReactNode } from "react";

/** A link that looks like a button. A server component may use it: it hands over text, not a component. */
export function LinkButton({
  href,
  children,
  ...props
}: ButtonProps & { href: string; children: ReactNode }) {
  return (
    <Button component={Link} href={href} {...props}>
      {children}
    </Button>
  );
}
