"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated";

/**
 * The button that sends a form of a page outside the dashboard. It is disabled until the page's code has
 * loaded: before that the browser itself would send the form, and what was typed would be lost.
 */
export function SubmitButton(props: ButtonProps & { children: ReactNode }) {
  return <Button type="submit" disabled={!useHydrated()} {...props} />;
}
