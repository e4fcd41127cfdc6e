import type { ReactNode } from "react";
import { AuthMessages } from "@/messages/areas/auth";
import { StaffMessages } from "@/messages/areas/staff";

/** The pages of the operator's staff lie outside every workspace. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <StaffMessages>
      <AuthMessages>{children}</AuthMessages>
    </StaffMessages>
  );
}
