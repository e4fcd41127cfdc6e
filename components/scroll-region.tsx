import { Box, type BoxProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import classes from "./scroll-region.module.css";

type Props = Pick<BoxProps, "mah" | "className"> & {
  label: string;
  role?: "region" | "group";
  /** The least width of the content, in pixels. */
  minWidth?: number;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** Content that scrolls in its own area, which is reachable by keyboard. */
export function ScrollRegion({ label, role = "region", minWidth, className, children, ...props }: Props) {
  return (
    <Box
      {...props}
      role={role}
      aria-label={label}
      tabIndex={0}
      className={`${classes.region ?? ""} ${className ?? ""}`}
    >
      {minWidth === undefined ? children : <Box miw={minWidth}>{children}</Box>}
    </Box>
  );
}
