import type { ReactNode } from "react";
import { ChecksMessages } from "@/messages/areas/checks";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { ProvidersMessages } from "@/messages/areas/providers";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <IntegrationsMessages>
      <ProvidersMessages>
        <ChecksMessages>{children}</ChecksMessages>
      </ProvidersMessages>
    </IntegrationsMessages>
  );
}
