import type { ReactNode } from "react";
import { CampaignsMessages } from "@/messages/areas/campaigns";
import { ContactsMessages } from "@/messages/areas/contacts";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CampaignsMessages>
      <ContactsMessages>{children}</ContactsMessages>
    </CampaignsMessages>
  );
}
