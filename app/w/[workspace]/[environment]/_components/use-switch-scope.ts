"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { mayLeave } from "@/components/unsaved-guard";
import { useScope } from "@/components/use-scope";
import { pathInScope, type Scope, scopedPath } from "@/lib/platform/context/scope";
import { pathAfterSwitch } from "./find-page";

/**
 * Opens another workspace or environment. The browser loads a new document, so that nothing of the previous
 * scope stays in memory, and a document has one scope for its lifetime.
 */
export function useSwitchScope() {
  const scope = useScope();
  const path = pathInScope(usePathname());
  const [busy, setBusy] = useState(false);
  const open = async (changes: Partial<Scope>) => {
    if (scope === null || !(await mayLeave())) return;
    setBusy(true);
    window.location.assign(scopedPath({ ...scope, ...changes }, pathAfterSwitch(path)));
  };
  return { busy, open };
}
