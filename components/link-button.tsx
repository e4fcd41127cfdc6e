"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link";

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
