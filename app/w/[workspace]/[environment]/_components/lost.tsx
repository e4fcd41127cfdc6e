"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { NotFoundState } from "@/components/not-found-state";
import { pathInScope } from "@/lib/platform/context/scope";
import { parentPage } from "./find-page";

/** The not-found page of the dashboard. It leads back to the list that the address lies below. */
export function Lost() {
  const t = useTranslations("shell.page");
  const { id, href } = parentPage(pathInScope(usePathname()));
  return <NotFoundState order={1} place={{ href, label: t(id) }} />;
}
