import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { PolicyMessages } from "@/messages/areas/policy";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CallsMessages>
      <PolicyMessages>{children}</PolicyMessages>
    </CallsMessages>
  );
}
