import type { ReactNode } from "react";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RecordsMessages>
      <IntegrationsMessages>{children}</IntegrationsMessages>
    </RecordsMessages>
  );
}
