import type { ReactNode } from "react";
import { RecordsMessages } from "@/messages/areas/records";

export default function Layout({ children }: { children: ReactNode }) {
  return <RecordsMessages>{children}</RecordsMessages>;
}
