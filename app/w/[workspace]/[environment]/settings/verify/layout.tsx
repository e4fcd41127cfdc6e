import type { ReactNode } from "react";
import { VerificationMessages } from "@/messages/areas/verification";

export default function Layout({ children }: { children: ReactNode }) {
  return <VerificationMessages>{children}</VerificationMessages>;
}
