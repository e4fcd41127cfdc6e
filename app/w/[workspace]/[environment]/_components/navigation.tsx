"use client";

import { NavLink, Stack } from "@mantine/core";
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
    <Stack gap={2}>
      {SECTIONS.map((section) => {
        const { id, href, icon: Icon } = section;
        return (
          <NavLink
            key={href}
            component={Link}
            href={href}
            // A prefetch would render each page for every page that is opened.
            prefetch={false}
            label={t(id)}
            active={section === currentSection}
            aria-current={path === href ? "page" : section === currentSection ? "true" : undefined}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            rightSection={<LinkProgress />}
            onClick={onGo}
            className={classes.place ?? ""}
          />
        );
      })}
    </Stack>
  );
}
