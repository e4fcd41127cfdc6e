import type { ReactNode } from "react";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { ProvidersMessages } from "@/messages/areas/providers";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RecordsMessages>
      <IntegrationsMessages>
        <ProvidersMessages>{children}</ProvidersMessages>
      </IntegrationsMessages>
    </RecordsMessages>
  );
}
