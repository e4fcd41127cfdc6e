import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { ProvidersMessages } from "@/messages/areas/providers";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RecordsMessages>
      <IntegrationsMessages>
        <ProvidersMessages>
          <CallsMessages>{children}</CallsMessages>
        </ProvidersMessages>
      </IntegrationsMessages>
    </RecordsMessages>
  );
}
