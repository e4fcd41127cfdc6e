import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";

export default function Layout({ children }: { children: ReactNode }) {
  return <CallsMessages>{children}</CallsMessages>;
}
