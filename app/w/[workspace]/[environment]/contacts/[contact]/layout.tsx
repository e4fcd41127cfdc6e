import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { ExplanationMessages } from "@/messages/areas/explanation";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CallsMessages>
      <ExplanationMessages>
        <RecordsMessages>{children}</RecordsMessages>
      </ExplanationMessages>
    </CallsMessages>
  );
}
