import type { ReactNode } from "react";
import { ScoresMessages } from "@/messages/areas/scores";
import { TrunksMessages } from "@/messages/areas/trunks";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <ScoresMessages>
      <TrunksMessages>{children}</TrunksMessages>
    </ScoresMessages>
  );
}
