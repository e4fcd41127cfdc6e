import { Button, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = { onCancel: () => void; busy: boolean; mt?: "sm" | "lg"; children: ReactNode };

/** The buttons of a form in a dialog. `children`: the text of the submit button. */
export function FormButtons({ onCancel, busy, mt, children }: Props) {
  const t = useTranslations("common");
  return (
    <Group justify="flex-end" {...(mt !== undefined && { mt })}>
      <Button variant="default" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={busy}>
        {children}
      </Button>
    </Group>
  );
}
