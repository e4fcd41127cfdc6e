import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

type Props = { onCancel: () => void; busy: boolean; mt?: "sm" | "lg"; children: ReactNode };

/** The end of a form in a dialog: away from it, or off with it. `children`: what the sending button says it does. */
export function FormButtons({ onCancel, busy, mt, children }: Props) {
  return (
    <Group justify="flex-end" {...(mt !== undefined && { mt })}>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy}>
        {children}
      </Button>
    </Group>
  );
}
