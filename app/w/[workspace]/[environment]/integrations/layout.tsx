import type { ReactNode } from "react";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { ProvidersMessages } from "@/messages/areas/providers";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <IntegrationsMessages>
      <ProvidersMessages>{children}</ProvidersMessages>
    </IntegrationsMessages>
  );
}
