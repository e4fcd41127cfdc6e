"use client";

import { useTranslations } from "next-intl";
import { notify } from "@/components/notify";
import { signOut } from "@/components/sign-in-client";
import { mayLeave } from "@/components/unsaved-guard";

/** Signs out and loads the sign-in page as a new document, so that nothing of the session stays in memory. */
export function useSignOut(): () => Promise<void> {
  const t = useTranslations("shell.account");
  return async () => {
    if (!(await mayLeave())) return;
    if (await signOut()) window.location.assign("/sign-in");
    else notify({ message: t("signOutFailed"), color: "red", role: "alert" });
  };
}
