import type { ReactNode } from "react";
import { AccessMessages } from "@/messages/areas/access";
import { AuthMessages } from "@/messages/areas/auth";
import { SsoMessages } from "@/messages/areas/sso";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <SsoMessages>
      <AccessMessages>
        <AuthMessages>{children}</AuthMessages>
      </AccessMessages>
    </SsoMessages>
  );
}
