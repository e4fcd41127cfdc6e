import type { ReactNode } from "react";
import { CampaignsMessages } from "@/messages/areas/campaigns";
import { ContactsMessages } from "@/messages/areas/contacts";
import { PolicyMessages } from "@/messages/areas/policy";
import { TrunksMessages } from "@/messages/areas/trunks";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CampaignsMessages>
      <ContactsMessages>
        <PolicyMessages>
          <TrunksMessages>{children}</TrunksMessages>
        </PolicyMessages>
      </ContactsMessages>
    </CampaignsMessages>
  );
}
