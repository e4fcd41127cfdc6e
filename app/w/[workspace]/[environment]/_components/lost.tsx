"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { NotFoundState } from "@/components/states";
import { pathInScope } from "@/lib/platform/context/scope";
import { parentPlace } from "./find-place";

/** The not-found page of the dashboard. It leads back to the list that the address lies below. */
export function Lost() {
  const t = useTranslations("shell.place");
  const { id, href } = parentPlace(pathInScope(usePathname()));
  return <NotFoundState order={1} place={{ href, label: t(id) }} />;
}
