import type { ReactNode } from "react";
import { ToolsMessages } from "@/messages/areas/tools";

export default function Layout({ children }: { children: ReactNode }) {
  return <ToolsMessages>{children}</ToolsMessages>;
}
