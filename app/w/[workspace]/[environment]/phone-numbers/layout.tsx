import type { ReactNode } from "react";
import { ChecksMessages } from "@/messages/areas/checks";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { NumbersMessages } from "@/messages/areas/numbers";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <NumbersMessages>
      <IntegrationsMessages>
        <ChecksMessages>{children}</ChecksMessages>
      </IntegrationsMessages>
    </NumbersMessages>
  );
}
