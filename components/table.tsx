import { Box, type BoxProps } from "@mantine/core";
import type { ComponentPropsWithoutRef, CSSProperties } from "react";
import classes from "./table.module.css";

type Part<Tag extends "table" | "thead" | "tbody" | "tfoot" | "tr" | "th" | "td"> = BoxProps &
  Omit<ComponentPropsWithoutRef<Tag>, keyof BoxProps>;

type Spacing = number | "xs" | "sm" | "md";
const lengthOf = (spacing: Spacing): string =>
  typeof spacing === "number" ? `${spacing / 16}rem` : `var(--mantine-spacing-${spacing})`;

type Props = Part<"table"> & {
  layout?: "auto" | "fixed";
  /** Pixels, or a name of the theme. */
  verticalSpacing?: Spacing;
  horizontalSpacing?: Spacing;
  withRowBorders?: boolean;
  stickyHeader?: boolean;
};

/** A small table with the properties of Mantine's, which brings a scroll area and floating-ui. */
export function Table(props: Props) {
  const { layout, verticalSpacing = 7, horizontalSpacing = "xs", withRowBorders = true, ...more } = props;
  const { stickyHeader = false, className, ...table } = more;
  const style = {
    "--cell-y": lengthOf(verticalSpacing),
    "--cell-x": lengthOf(horizontalSpacing),
    tableLayout: layout,
  };
  return (
    <Box
      component="table"
      data-borders={withRowBorders}
      data-sticky={stickyHeader}
      {...table}
      className={`${classes.table ?? ""} ${className ?? ""}`}
      style={style as CSSProperties}
    />
  );
}
Table.Thead = (props: Part<"thead">) => <Box component="thead" {...props} />;
Table.Tbody = (props: Part<"tbody">) => <Box component="tbody" {...props} />;
Table.Tfoot = (props: Part<"tfoot">) => <Box component="tfoot" {...props} />;
Table.Tr = (props: Part<"tr">) => <Box component="tr" {...props} />;
Table.Th = (props: Part<"th">) => <Box component="th" {...props} />;
Table.Td = (props: Part<"td">) => <Box component="td" {...props} />;
