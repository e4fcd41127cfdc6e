"use client";

import type { MouseEvent, ReactNode } from "react";
import { resolveHref } from "@/lib/platform/context/scope";
import classes from "./row-link.module.css";
import { useScope } from "./use-scope";
import { useScopedRouter } from "./use-scoped-router";

type Props = {
  href: string;
  /** Whether the text is an ID or a name of code. */
  isCode?: boolean;
  /** The accessible name, if the text does not tell this row from the next. It contains the text. */
  label?: string;
  children: ReactNode;
};

/**
 * The link of a table row. Its click area covers the whole row of a `DataTable`; other controls of the row lie above it.
 * A plain element: a page has up to 100 of them, and none is prefetched.
 */
export function RowLink({ href, isCode = false, label, children }: Props) {
  const scope = useScope();
  const router = useScopedRouter();
  const open = (event: MouseEvent) => {
    // A click with one of these keys opens a tab or a window, or saves the page.
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.push(href);
  };
  return (
    <a
      href={resolveHref(scope, href)}
      onClick={open}
      data-row-link
      data-code={isCode || undefined}
      aria-label={label}
      className={classes.link}
    >
      {children}
    </a>
  );
}
