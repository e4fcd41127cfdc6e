import type { ReactNode } from "react";
import { ScoresMessages } from "@/messages/areas/scores";

export default function Layout({ children }: { children: ReactNode }) {
  return <ScoresMessages>{children}</ScoresMessages>;
}
