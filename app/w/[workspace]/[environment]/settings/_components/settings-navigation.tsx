"use client";

import { Text } from "@mantine/core";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Link } from "@/components/link";
import type { Role } from "@/lib/platform/context/roles";
import { pathInScope } from "@/lib/platform/context/scope";
import { findPage, pagesFor } from "../../_components/find-page";
import { SETTINGS } from "../../_components/settings-sections";
import classes from "./settings.module.css";

/** Links to the settings pages that the role can open: a column beside the page, a row above it on a narrow screen. */
export function SettingsNavigation({ role }: { role: Role }) {
  const t = useTranslations("shell");
  const current = findPage(pathInScope(usePathname()));
  const navigation = useRef<HTMLElement>(null);
  const currentHref = current?.href;
  // On a narrow screen the row is wider than the screen.
  useEffect(() => {
    if (currentHref === undefined) return;
    const showCurrent = () =>
      navigation.current
        ?.querySelector("[aria-current='page']")
        ?.scrollIntoView({ block: "nearest", inline: "center" });
    showCurrent();
    window.addEventListener("resize", showCurrent);
    return () => window.removeEventListener("resize", showCurrent);
  }, [currentHref]);
  return (
    <nav ref={navigation} aria-label={t("page.settings")} className={classes.navigation}>
      {SETTINGS.map(({ id, pages }) => ({ group: id, visible: pagesFor(role, pages) }))
        .filter(({ visible }) => visible.length > 0)
        .map(({ group, visible }) => (
          <div key={group} className={classes.group}>
            <Text size="xs" c="dimmed" fw={500} className={classes.heading ?? ""}>
              {t(`settingsGroup.${group}`)}
            </Text>
            {visible.map(({ id, href, icon: Icon }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                className={classes.link}
                aria-current={currentHref === href ? "page" : undefined}
              >
                <Icon size={16} stroke={1.6} aria-hidden />
                {t(`page.${id}`)}
              </Link>
            ))}
          </div>
        ))}
    </nav>
  );
}
