import type { ReactNode } from "react";
import { AccountMessages } from "@/messages/areas/account";

export default function Layout({ children }: { children: ReactNode }) {
  return <AccountMessages>{children}</AccountMessages>;
}
