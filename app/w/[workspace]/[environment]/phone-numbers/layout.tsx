import type { ReactNode } from "react";
import { IntegrationsMessages } from "@/messages/areas/integrations";
import { NumbersMessages } from "@/messages/areas/numbers";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <NumbersMessages>
      <IntegrationsMessages>{children}</IntegrationsMessages>
    </NumbersMessages>
  );
}
