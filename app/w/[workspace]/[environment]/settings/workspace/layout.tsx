import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { SettingsMessages } from "@/messages/areas/settings";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <SettingsMessages>
      <IntegrationsMessages>
        <CallsMessages>{children}</CallsMessages>
      </IntegrationsMessages>
    </SettingsMessages>
  );
}
