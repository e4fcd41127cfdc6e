import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { DialingMessages } from "@/messages/areas/dialing";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CallsMessages>
      <DialingMessages>{children}</DialingMessages>
    </CallsMessages>
  );
}
