import type { ReactNode } from "react";
import { CampaignsMessages } from "@/messages/areas/campaigns";
import { ContactsMessages } from "@/messages/areas/contacts";
import { DialingMessages } from "@/messages/areas/dialing";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <ContactsMessages>
      <CampaignsMessages>
        <DialingMessages>{children}</DialingMessages>
      </CampaignsMessages>
    </ContactsMessages>
  );
}
