import type { ReactNode } from "react";
import { SplitsMessages } from "@/messages/areas/splits";

export default function Layout({ children }: { children: ReactNode }) {
  return <SplitsMessages>{children}</SplitsMessages>;
}
