"use client";

import { useParams } from "next/navigation";
import { useMemo } from "react";
import { parseScope, type Scope, withScopeParameter } from "@/lib/platform/context/scope";

/** The workspace and environment of this page's address; null on a page outside the workspaces. */
export function useScope(): Scope | null {
  const { workspace, environment } = useParams<{ workspace?: string; environment?: string }>();
  return useMemo(() => parseScope(`${workspace}/${environment}`), [workspace, environment]);
}

/** Returns a function that adds the page's scope to the address of an audio file, a download or an event stream. */
export function useScopedAddress(): (address: string) => string {
  const scope = useScope();
  return (address) => withScopeParameter(scope, address);
}
