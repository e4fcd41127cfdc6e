import type { ReactNode } from "react";
import { IntegrationsMessages } from "@/messages/areas/integrations";

export default function Layout({ children }: { children: ReactNode }) {
  return <IntegrationsMessages>{children}</IntegrationsMessages>;
}
