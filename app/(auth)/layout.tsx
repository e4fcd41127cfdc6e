import type { ReactNode } from "react";
import { AuthMessages } from "@/messages/areas/auth";

export default function Layout({ children }: { children: ReactNode }) {
  return <AuthMessages>{children}</AuthMessages>;
}
