import { Popover } from "@mantine/core";
import type { ReactElement, ReactNode, RefObject } from "react";
import { useOpenAtMount } from "../use-requested";

/** Width of the popover in pixels. It fits into the narrowest screen. */
const WIDTH = 280;

/** The state of a popover that opens when it is loaded. Closing it returns the focus to its button. */
export function useFilterPopover(button: RefObject<HTMLButtonElement | null>) {
  const [opened, setOpened] = useOpenAtMount(button);
  const change = (next: boolean) => {
    setOpened(next);
    // The editor takes the focus when it opens, before the popover could note where it was.
    if (!next) button.current?.focus();
  };
  return { opened, change };
}

type Props = {
  opened: boolean;
  onChange: (opened: boolean) => void;
  button: ReactElement;
  children: ReactNode;
};

/** The popover of a filter's button. */
export function FilterPopover({ opened, onChange, button, children }: Props) {
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-start" trapFocus shadow="md" width={WIDTH}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}
