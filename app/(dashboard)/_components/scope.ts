"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { mayLeave } from "@/components/unsaved-guard";
import { complain } from "@/components/use-action";
import type { SwitchSession } from "@/lib/identity/auth/schema";

/**
 * Switches what the session looks at. The page is left for the one above it, as what it shows may not exist there:
 * `/calls/call_…` becomes `/calls`.
 */
export function useScope() {
  const router = useRouter();
  const t = useTranslations("errors");
  const [busy, setBusy] = useState(false);
  const change = async (to: SwitchSession) => {
    if (!(await mayLeave())) return;
    setBusy(true);
    try {
      await api.patch("/v1/session", { body: to });
      const path = window.location.pathname;
      const parentPath = path.startsWith("/settings/") ? path : `/${path.split("/")[1] ?? ""}`;
      if (parentPath !== path || window.location.search !== "") router.push(parentPath);
      router.refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      complain(t, error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}
