import type { ReactNode } from "react";
import { WebhooksMessages } from "@/messages/areas/webhooks";

export default function Layout({ children }: { children: ReactNode }) {
  return <WebhooksMessages>{children}</WebhooksMessages>;
}
