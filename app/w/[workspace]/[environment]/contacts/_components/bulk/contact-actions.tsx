"use client";

import { BulkBar } from "@/components/bulk/bulk-bar";
import { ExportButton } from "@/components/bulk/export-button";
import type { Selection } from "@/components/table-column";
import type { ContactRow } from "../contact-row";
import { AddToCampaign } from "./add-to-campaign";
import { EraseContacts } from "./erase-contacts";
import { SuppressContacts } from "./suppress-contacts";

/** The actions on several contacts that the member has access to. */
export type ContactRights = {
  maySuppress: boolean;
  mayAddToCampaign: boolean;
  mayExport: boolean;
  mayErase: boolean;
};

type Props = { selection: Selection<ContactRow>; rights: ContactRights };

/** The actions of selected contacts. */
export function ContactActions({ selection, rights }: Props) {
  const { rows } = selection;
  return (
    <BulkBar selection={selection}>
      {(start) => (
        <>
          {rights.mayAddToCampaign && <AddToCampaign rows={rows} />}
          {rights.maySuppress && <SuppressContacts rows={rows} start={start} />}
          {rights.mayExport && <ExportButton resource="contacts" rows={rows} />}
          {rights.mayErase && <EraseContacts rows={rows} start={start} />}
        </>
      )}
    </BulkBar>
  );
}
