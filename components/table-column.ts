import type { CSSProperties, ReactNode } from "react";

/** A column, as a page describes it. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The API's name of this sorting (`created_at`): the head becomes a button, `?sort=created_at` or `?sort=-created_at`. */
  sort?: string;
  /** False for a column that is always there. */
  hidable?: boolean;
  /** True for a column that is shown only when chosen. */
  hidden?: boolean;
  align?: "right";
  /** Width in pixels, if the content should not decide it. */
  width?: number;
  /**
   * The place on a narrow screen, where each row is a card: at the corner beside the first column, or a value without its
   * head. Otherwise the head stands before the value.
   */
  narrow?: "corner" | "plain";
};

/** A column that is shown, with the width in pixels that the reader chose. */
export type ShownColumn<Row> = Column<Row> & { chosenWidth?: number | undefined };

/** A style sheet's variable with a number of pixels. */
export const pixels = (name: `--${string}`, width: number): CSSProperties => ({ [name]: `${width}px` });

/** Attributes of a cell whose column the reader resized. */
export const cellWidth = (width: number | undefined) =>
  width === undefined ? {} : { "data-sized": true, style: pixels("--chosen-width", width) };

/** One page of a list, as `read` answers it. */
export type TablePage<Row> = { data: readonly Row[]; next_cursor: string | null; total?: number | undefined };

/** The selected rows of this page, and how to change the selection. */
export type Selection<Row> = {
  rows: readonly Row[];
  select: (ids: readonly string[]) => void;
  /** Whether the list has rows on other pages. They cannot be selected. */
  hasOtherPages: boolean;
};
