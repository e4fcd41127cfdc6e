"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * The button that sends a form that is part of a page from the start. It is disabled until the page's code has
 * loaded: before that the browser itself would send the form, and what was typed would be lost.
 */
export function SubmitButton({ disabled = false, ...props }: ButtonProps & { children: ReactNode }) {
  const isHydrated = useHydrated();
  return <Button type="submit" disabled={disabled || !isHydrated} {...props} />;
}
