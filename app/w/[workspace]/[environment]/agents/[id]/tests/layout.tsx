import type { ReactNode } from "react";
import { SuitesMessages } from "@/messages/areas/suites";

export default function Layout({ children }: { children: ReactNode }) {
  return <SuitesMessages>{children}</SuitesMessages>;
}
