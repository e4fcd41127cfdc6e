import type { ReactNode } from "react";
import { AgentsMessages } from "@/messages/areas/agents";
import { DialingMessages } from "@/messages/areas/dialing";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <AgentsMessages>
      <DialingMessages>{children}</DialingMessages>
    </AgentsMessages>
  );
}
