import type { ReactNode } from "react";
import { RoutesMessages } from "@/messages/areas/routes";
import { TrunksMessages } from "@/messages/areas/trunks";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RoutesMessages>
      <TrunksMessages>{children}</TrunksMessages>
    </RoutesMessages>
  );
}
