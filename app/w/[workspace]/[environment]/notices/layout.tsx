import type { ReactNode } from "react";
import { NoticesMessages } from "@/messages/areas/notices";

export default function Layout({ children }: { children: ReactNode }) {
  return <NoticesMessages>{children}</NoticesMessages>;
}
