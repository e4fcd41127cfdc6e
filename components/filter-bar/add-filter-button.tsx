import { Button, type ButtonProps } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, RefObject } from "react";
import type { Changes, Filter, Get } from "./filter";

export type AddFilterProps = {
  filters: readonly Filter[];
  get: Get;
  onApply: (changes: Changes) => void;
  /** The button of the list, which stays. */
  button: RefObject<HTMLButtonElement | null>;
};

type Props = ButtonProps & Omit<ComponentProps<"button">, keyof ButtonProps>;

/** The button that opens the list of filters. */
export function AddFilterButton(button: Props) {
  const t = useTranslations("common.filters");
  return (
    <Button {...button} variant="default" leftSection={<IconFilterPlus size={16} aria-hidden />}>
      {t("add")}
    </Button>
  );
}
