"use client";

import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "./test.module.css";

type Props = {
  opened: boolean;
  onClose: () => void;
  /** In the head, beside the title. */
  controls: ReactNode;
  /** Below the head. */
  banner: ReactNode;
  children: ReactNode;
};

/** The test console over the form, on narrow screens. */
export function TestDrawer({ opened, onClose, controls, banner, children }: Props) {
  const t = useTranslations("agents.test");
  const tCommon = useTranslations("common");
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(100%, 30rem)"
      classNames={{ content: classes.drawer ?? "" }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Header className={classes.head ?? ""}>
          <Drawer.Title fz={17} fw={600}>
            {t("title")}
          </Drawer.Title>
          {controls}
          <Drawer.CloseButton aria-label={tCommon("close")} ml={0} />
        </Drawer.Header>
        {banner}
        <Drawer.Body className={classes.panel ?? ""} p={0}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
