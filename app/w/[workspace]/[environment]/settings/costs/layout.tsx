import type { ReactNode } from "react";
import { SettingsMessages } from "@/messages/areas/settings";

export default function Layout({ children }: { children: ReactNode }) {
  return <SettingsMessages>{children}</SettingsMessages>;
}
