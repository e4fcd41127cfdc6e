import type { ReactNode } from "react";
import { RecordsMessages } from "@/messages/areas/records";
import { VerificationMessages } from "@/messages/areas/verification";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RecordsMessages>
      <VerificationMessages>{children}</VerificationMessages>
    </RecordsMessages>
  );
}
