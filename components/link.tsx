"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { resolveHref } from "@/lib/platform/context/scope";
import { useScope } from "./use-scope";

type Props = Omit<ComponentProps<typeof NextLink>, "href"> & { href: string };

/** A link that stays in the page's workspace and environment: `/calls` leads to `/w/ws_…/live/calls`. */
export function Link({ href, ...props }: Props) {
  return <NextLink href={resolveHref(useScope(), href)} {...props} />;
}
