import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { ExplanationMessages } from "@/messages/areas/explanation";
import { PolicyMessages } from "@/messages/areas/policy";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CallsMessages>
      <ExplanationMessages>
        <PolicyMessages>
          <RecordsMessages>{children}</RecordsMessages>
        </PolicyMessages>
      </ExplanationMessages>
    </CallsMessages>
  );
}
