import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RecordsMessages>
      <IntegrationsMessages>
        <CallsMessages>{children}</CallsMessages>
      </IntegrationsMessages>
    </RecordsMessages>
  );
}
