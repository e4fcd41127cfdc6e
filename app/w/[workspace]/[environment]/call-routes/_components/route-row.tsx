"use client";

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/confirm-button";
import classes from "./routes.module.css";

type Props = {
  /** The pattern or prefix, which identifies the route. */
  name: string;
  kind: "inbound" | "outbound";
  children: ReactNode;
  /** Null for members who cannot change routes. */
  actions: {
    change: () => void;
    remove: () => Promise<unknown>;
    /** Starts to load the form. */
    preload: () => void;
    /** Moves the route before the former or after the next one; null if the order does not allow it, absent without an order. */
    moveUp?: (() => void) | null;
    moveDown?: (() => void) | null;
  } | null;
};

/** A route of a list, with its actions. */
export function RouteRow({ name, kind, children, actions }: Props) {
  const t = useTranslations("routes.row");
  const move = (direction: "earlier" | "later", act: (() => void) | null | undefined) =>
    act !== undefined && (
      <ActionIcon
        variant="default"
        aria-label={t(direction, { name })}
        disabled={act === null}
        onClick={() => act?.()}
      >
        {direction === "earlier" ? (
          <IconArrowUp size={16} aria-hidden />
        ) : (
          <IconArrowDown size={16} aria-hidden />
        )}
      </ActionIcon>
    );
  return (
    <li className={classes.row} data-route={name}>
      <div className={classes.text}>{children}</div>
      {actions !== null && (
        <Group gap="xs" wrap="nowrap" className={classes.actions ?? ""}>
          {move("earlier", actions.moveUp)}
          {move("later", actions.moveDown)}
          <Button
            variant="default"
            size="xs"
            aria-label={t("changeOf", { name })}
            onClick={actions.change}
            onPointerEnter={actions.preload}
            onFocus={actions.preload}
          >
            {t("change")}
          </Button>
          <ConfirmButton
            size="xs"
            aria-label={t("deleteOf", { name })}
            title={t("deleteTitle", { name })}
            message={t(`deleteHelp.${kind}`)}
            confirm={t("deleteConfirm")}
            onConfirm={actions.remove}
          >
            {t("delete")}
          </ConfirmButton>
        </Group>
      )}
    </li>
  );
}
