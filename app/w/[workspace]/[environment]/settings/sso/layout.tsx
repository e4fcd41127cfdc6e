import type { ReactNode } from "react";
import { AccessMessages } from "@/messages/areas/access";
import { SsoMessages } from "@/messages/areas/sso";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <SsoMessages>
      <AccessMessages>{children}</AccessMessages>
    </SsoMessages>
  );
}
