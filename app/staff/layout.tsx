import type { ReactNode } from "react";
import { AuthMessages } from "@/messages/areas/auth";
import { StaffMessages } from "@/messages/areas/staff";
import classes from "./staff.module.css";

/** The pages of the operator's staff lie outside every workspace. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <StaffMessages>
      <AuthMessages>
        <main className={classes.page}>{children}</main>
      </AuthMessages>
    </StaffMessages>
  );
}
