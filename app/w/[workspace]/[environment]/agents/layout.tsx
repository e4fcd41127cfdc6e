import type { ReactNode } from "react";
import { AgentsMessages } from "@/messages/areas/agents";

export default function Layout({ children }: { children: ReactNode }) {
  return <AgentsMessages>{children}</AgentsMessages>;
}
