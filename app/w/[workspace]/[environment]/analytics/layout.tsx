import type { ReactNode } from "react";
import { AnalyticsMessages } from "@/messages/areas/analytics";

export default function Layout({ children }: { children: ReactNode }) {
  return <AnalyticsMessages>{children}</AnalyticsMessages>;
}
