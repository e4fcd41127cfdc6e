"use client";

import { BulkBar } from "@/components/bulk/bulk-bar";
import { ExportButton } from "@/components/bulk/export-button";
import type { Selection } from "@/components/table-column";
import type { CallRow } from "../call-row";
import { DeleteCalls } from "./delete-calls";
import { HoldCalls } from "./hold-calls";
import { AddTag, RemoveTag } from "./tag-calls";

/** The actions on several calls that the member has access to. */
export type CallRights = { mayTag: boolean; mayHold: boolean; mayExport: boolean; mayDelete: boolean };

/** The actions of selected calls. */
export function CallActions({ selection, rights }: { selection: Selection<CallRow>; rights: CallRights }) {
  const { rows } = selection;
  return (
    <BulkBar selection={selection}>
      {(start) => (
        <>
          {rights.mayTag && <AddTag rows={rows} start={start} />}
          {rights.mayTag && <RemoveTag rows={rows} start={start} />}
          {rights.mayHold && <HoldCalls rows={rows} start={start} />}
          {rights.mayExport && <ExportButton resource="calls" rows={rows} />}
          {rights.mayDelete && <DeleteCalls rows={rows} start={start} />}
        </>
      )}
    </BulkBar>
  );
}
