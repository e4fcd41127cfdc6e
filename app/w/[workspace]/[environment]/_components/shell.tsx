"use client";

import { Burger, Group, Kbd, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure, useOs } from "@mantine/hooks";
import { IconFlask, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/link";
import { Mark } from "@/components/mark";
import { SchemeToggle } from "@/components/scheme-toggle";
import type { Environment, Role } from "@/lib/platform/context";
import { Bell } from "./bell";
import { EnvironmentSwitch } from "./environment-switch";
import { Navigation } from "./navigation";
import { PersonMenu } from "./person-menu";
import { SectionTabs } from "./section-tabs";
import classes from "./shell.module.css";
import { SignedOutDialog } from "./signed-out-dialog";
import { useKeptFocus } from "./use-kept-focus";
import { usePalette } from "./use-palette";
import { useRefreshOnBack } from "./use-refresh-on-back";
import { WorkspaceMenu } from "./workspace-menu";

type Workspace = { id: string; name: string; role: Role };
type Props = {
  person: { name: string; email: string };
  workspace: Workspace;
  workspaces: Workspace[];
  environment: Environment;
  /** Unread notifications; null for staff, who receive none. */
  unread: number | null;
  /** Banners above every page: that staff have access, or that the visitor is staff. */
  banner?: ReactNode;
  children: ReactNode;
};

const PRODUCT = "Parley";
/** The content's id, the target of the skip link. */
const CONTENT = "main";

/** The frame of every page that needs a sign-in. */
export function Shell({ person, workspace, workspaces, environment, unread, banner, children }: Props) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const t = useTranslations("shell");
  const os = useOs();
  const { Palette, ...palette } = usePalette();
  useKeptFocus(CONTENT);
  useRefreshOnBack();
  return (
    <>
      <a href={`#${CONTENT}`} className={classes.skip}>
        {t("skip")}
      </a>
      <header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t("navigation.toggle")}
            aria-expanded={opened}
          />
          <Link href="/" prefetch={false} className={classes.brand} aria-label={PRODUCT}>
            <Mark />
            <Text component="span" fw={650} visibleFrom="xs">
              {PRODUCT}
            </Text>
          </Link>
          <UnstyledButton
            className={classes.search}
            onClick={palette.open}
            onPointerEnter={palette.preload}
            aria-label={t("palette.title")}
          >
            <IconSearch size={16} aria-hidden />
            <Text component="span" size="sm" visibleFrom="sm" flex={1}>
              {t("palette.placeholder")}
            </Text>
            <Kbd size="xs" visibleFrom="sm">
              {t(os === "macos" ? "palette.shortcut.mac" : "palette.shortcut.other")}
            </Kbd>
          </UnstyledButton>
          <Group gap="xs" ml="auto" wrap="nowrap">
            <EnvironmentSwitch environment={environment} />
            {unread !== null && <Bell unread={unread} />}
            <SchemeToggle />
          </Group>
        </Group>
      </header>
      <nav aria-label={t("navigation.main")} className={classes.navbar} data-opened={opened || undefined}>
        <div className={classes.section}>
          <WorkspaceMenu workspace={workspace} workspaces={workspaces} />
        </div>
        <div className={classes.places}>
          <Navigation onGo={close} />
        </div>
        <div className={`${classes.section} ${classes.foot}`}>
          <PersonMenu person={person} />
        </div>
      </nav>
      <main id={CONTENT} tabIndex={-1} className={classes.main}>
        {banner}
        {environment === "test" && (
          <div className={classes.testing}>
            <IconFlask size={16} aria-hidden />
            <span>{t.rich("testBanner", { strong: (text) => <strong>{text}</strong> })}</span>
          </div>
        )}
        <div className={classes.content}>
          <SectionTabs role={workspace.role} />
          {children}
        </div>
      </main>
      <SignedOutDialog />
      {Palette !== null && (
        <Palette
          role={workspace.role}
          environment={environment}
          requestCount={palette.requestCount}
          readTyped={palette.readTyped}
        />
      )}
    </>
  );
}
