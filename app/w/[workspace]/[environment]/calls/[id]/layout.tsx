import type { ReactNode } from "react";
import { CampaignsMessages } from "@/messages/areas/campaigns";
import { ContactsMessages } from "@/messages/areas/contacts";
import { ExplanationMessages } from "@/messages/areas/explanation";
import { PolicyMessages } from "@/messages/areas/policy";
import { RecordsMessages } from "@/messages/areas/records";
import { ScoresMessages } from "@/messages/areas/scores";
import { TrunksMessages } from "@/messages/areas/trunks";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <ExplanationMessages>
      <CampaignsMessages>
        <ContactsMessages>
          <PolicyMessages>
            <RecordsMessages>
              <ScoresMessages>
                <TrunksMessages>{children}</TrunksMessages>
              </ScoresMessages>
            </RecordsMessages>
          </PolicyMessages>
        </ContactsMessages>
      </CampaignsMessages>
    </ExplanationMessages>
  );
}
