"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { Role } from "@/lib/platform/context/roles";
import { pathInScope } from "@/lib/platform/context/scope";
import { findSection, pagesFor } from "./find-page";
import classes from "./section-tabs.module.css";

/**
 * Links to the pages of a section that has several, above each of them. Pages below them, such as one agent,
 * have a link back instead; the settings have a sub-navigation.
 */
export function SectionTabs({ role }: { role: Role }) {
  const t = useTranslations("shell");
  const path = pathInScope(usePathname());
  const section = findSection(path);
  const pages = section === null || section.href === "/settings" ? [] : pagesFor(role, section.pages);
  if (section === null || pages.length < 2 || !pages.some(({ href }) => href === path)) return null;
  return (
    <nav aria-label={t("navigation.pages", { section: t(`page.${section.id}`) })} className={classes.tabs}>
      {pages.map(({ id, href }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          className={classes.tab}
          aria-current={href === path ? "page" : undefined}
        >
          {t(`page.${id}`)}
        </Link>
      ))}
    </nav>
  );
}
