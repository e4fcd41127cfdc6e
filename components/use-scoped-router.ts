"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { resolveHref } from "@/lib/platform/context/scope";
import { useScope } from "./use-scope";

/** Next's router within the page's workspace and environment: `push("/calls")` opens `/w/ws_…/live/calls`. */
export function useScopedRouter() {
  const router = useRouter();
  const scope = useScope();
  return useMemo(
    () => ({
      push: (href: string) => router.push(resolveHref(scope, href)),
      replace: (href: string) => router.replace(resolveHref(scope, href)),
      refresh: () => router.refresh(),
    }),
    [router, scope],
  );
}
