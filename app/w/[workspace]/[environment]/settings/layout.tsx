import type { ReactNode } from "react";
import { requireSession } from "@/lib/http/page";
import classes from "./_components/settings.module.css";
import { SettingsNavigation } from "./_components/settings-navigation";

export default async function Layout({ children }: { children: ReactNode }) {
  const { workspace } = await requireSession();
  return (
    <div className={classes.settings}>
      <SettingsNavigation role={workspace.role} />
      <div className={classes.page}>{children}</div>
    </div>
  );
}
