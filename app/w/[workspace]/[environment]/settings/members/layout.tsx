import type { ReactNode } from "react";
import { AccessMessages } from "@/messages/areas/access";

export default function Layout({ children }: { children: ReactNode }) {
  return <AccessMessages>{children}</AccessMessages>;
}
