import type { ReactNode } from "react";
import { requireSession } from "@/lib/http/page";
import { Shell } from "./_components/shell";

export default async function Layout({ children }: { children: ReactNode }) {
  const { ctx, person, workspace } = await requireSession();
  return (
    <Shell
      person={{ name: person.name, email: person.email }}
      workspace={workspace}
      workspaces={person.workspaces}
      environment={ctx.environment}
    >
      {children}
    </Shell>
  );
}
