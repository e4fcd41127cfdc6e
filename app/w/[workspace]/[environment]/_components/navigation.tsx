"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { pathInScope } from "@/lib/platform/context/scope";
import { findSection } from "./find-page";
import { LinkProgress } from "./link-progress";
import { SECTIONS } from "./sections";
import classes from "./shell.module.css";

/** The main navigation. `onGo` closes it where it lies over the page. */
export function Navigation({ onGo }: { onGo: () => void }) {
  const t = useTranslations("shell.page");
  const path = pathInScope(usePathname());
  const currentSection = findSection(path);
  return (
    <>
      {SECTIONS.map((section) => {
        const { id, href, icon: Icon } = section;
        return (
          <Link
            key={href}
            href={href}
            // A prefetch would render each page for every page that is opened.
            prefetch={false}
            data-active={section === currentSection || undefined}
            aria-current={path === href ? "page" : section === currentSection ? "true" : undefined}
            onClick={onGo}
            className={classes.place}
          >
            <Icon size={18} stroke={1.6} aria-hidden />
            <span>{t(id)}</span>
            <LinkProgress />
          </Link>
        );
      })}
    </>
  );
}
