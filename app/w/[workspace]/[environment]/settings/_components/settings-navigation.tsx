"use client";

import { Text } from "@mantine/core";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import type { Role } from "@/lib/platform/context/roles";
import { pathInScope } from "@/lib/platform/context/scope";
import { findPlace, pagesFor } from "../../_components/find-place";
import { SETTINGS } from "../../_components/settings-places";
import classes from "./settings.module.css";

/** Links to the settings pages that the role can open: a column beside the page, a row above it on a narrow screen. */
export function SettingsNavigation({ role }: { role: Role }) {
  const t = useTranslations("settings");
  const current = findPlace(pathInScope(usePathname()));
  return (
    <nav aria-label={t("title")} className={classes.navigation}>
      {SETTINGS.map(({ label, pages }) => ({ label, visible: pagesFor(role, pages) }))
        .filter(({ visible }) => visible.length > 0)
        .map(({ label, visible }) => (
          <div key={label} className={classes.group}>
            <Text size="xs" c="dimmed" fw={500} className={classes.heading ?? ""}>
              {label}
            </Text>
            {visible.map(({ href, label: name, icon: Icon }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                className={classes.link}
                aria-current={current?.href === href ? "page" : undefined}
              >
                <Icon size={16} stroke={1.6} aria-hidden />
                {name}
              </Link>
            ))}
          </div>
        ))}
    </nav>
  );
}
