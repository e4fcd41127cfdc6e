import { ActionIcon, type ButtonProps } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { SavedView } from "./saved-view";

export type ViewMenuProps = { view: SavedView; mayShare: boolean };
type ButtonOnly = Omit<ComponentProps<"button">, keyof ButtonProps | "name">;

/** The button that opens the options of a view. */
export function ViewMenuButton({ view, ...button }: ButtonOnly & { view: SavedView }) {
  const t = useTranslations("common.views");
  return (
    <ActionIcon {...button} variant="default" size={30} aria-label={t("options", { name: view.name })}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}
