import type { ReactNode } from "react";
import { PolicyMessages } from "@/messages/areas/policy";
import { ScoresMessages } from "@/messages/areas/scores";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <PolicyMessages>
      <ScoresMessages>{children}</ScoresMessages>
    </PolicyMessages>
  );
}
