"use client";

import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./docs.module.css";

/** The pages of the reference: beside the content, or on narrow screens above it and folded. */
export function DocsMenu({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.side}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls="docs-navigation"
        onClick={() => setIsOpen(!isOpen)}
      >
        Contents <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <nav
        id="docs-navigation"
        aria-label="API reference"
        className={classes.navigation}
        data-open={isOpen || undefined}
        onClick={() => setIsOpen(false)}
        onKeyDown={(event) => event.key === "Escape" && setIsOpen(false)}
      >
        {children}
      </nav>
    </div>
  );
}
