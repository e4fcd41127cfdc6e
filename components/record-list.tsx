"use client";

import { Button, Group, Paper } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DataTable } from "./data-table";
import { type Filter, parametersOf, without } from "./filter-bar/filter";
import { FilterBar } from "./filter-bar/filter-bar";
import type { SavedViews } from "./saved-views/saved-view";
import { ViewTabs } from "./saved-views/view-tabs";
import { EmptyState, ProblemState } from "./states";
import type { Column, Selection, TablePage } from "./table-column";
import { useAddress } from "./use-address";

/** The rows of a page, or why it has none. */
export type ReadPage<Row> = TablePage<Row> | { problem: Parameters<typeof ProblemState>[0]["problem"] };

type Props<Row extends { id: string }> = {
  label: string;
  columns: readonly Column<Row>[];
  page: ReadPage<Row>;
  filters: readonly Filter[];
  /** The name of the search field, for a list that has a search. */
  search?: string;
  /** The number of matching rows as a text, if it is known. */
  count?: string | undefined;
  /** The views of a list that has some, and the name of the first one: "All calls". */
  views?: { saved: SavedViews; all: string };
  /** A list without rows and filters. */
  empty: ReactNode;
  /** A list in which no row matches the filters. */
  noMatch: { title: string; help: string; clear: string };
  minWidth: number;
  defaultSort?: string;
  bulk?: ((selection: Selection<Row>) => ReactNode) | undefined;
};

/** The frame of a list of records: saved views, filters, the table and the actions of selected rows. */
export function RecordList<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, page, filters, search, count, views, empty, noMatch, ...table } = props;
  const address = useAddress();
  const parameters = filters.flatMap((filter) => parametersOf(filter));
  const filterNames = search === undefined ? parameters : ["q", ...parameters];
  const names = table.defaultSort === undefined ? filterNames : [...filterNames, "sort"];
  const isFiltered = filterNames.some((name) => Boolean(address.get(name)));
  const toolbar = <FilterBar filters={filters} count={count} {...(search !== undefined && { search })} />;
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      {views && <ViewTabs {...views.saved} all={views.all} names={names} />}
      {"problem" in page ? (
        <>
          <Group gap="sm">{toolbar}</Group>
          <ProblemState problem={page.problem} />
        </>
      ) : (
        <DataTable
          {...table}
          label={label}
          columns={columns}
          page={page}
          toolbar={toolbar}
          pinned
          empty={
            isFiltered ? (
              <EmptyState
                title={noMatch.title}
                icon={<IconSearchOff size={30} stroke={1.5} aria-hidden />}
                action={
                  <Button variant="default" onClick={() => address.set(without(filterNames))}>
                    {noMatch.clear}
                  </Button>
                }
              >
                {noMatch.help}
              </EmptyState>
            ) : (
              empty
            )
          }
        />
      )}
    </Paper>
  );
}
