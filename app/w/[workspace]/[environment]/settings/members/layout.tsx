import type { ReactNode } from "react";
import { AccessMessages } from "@/messages/areas/access";
import { PermissionsMessages } from "@/messages/areas/permissions";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <AccessMessages>
      <PermissionsMessages>{children}</PermissionsMessages>
    </AccessMessages>
  );
}
