import type { ReactNode } from "react";
import { PolicyMessages } from "@/messages/areas/policy";
import { ScoresMessages } from "@/messages/areas/scores";
import { TrunksMessages } from "@/messages/areas/trunks";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <PolicyMessages>
      <ScoresMessages>
        <TrunksMessages>{children}</TrunksMessages>
      </ScoresMessages>
    </PolicyMessages>
  );
}
