import { route } from "@/lib/http";
import { activeTickets } from "@/lib/identity/staff";
import { ActiveStaff } from "@/lib/identity/staff/schema";

export const GET = route(
  {
    summary: "Show who of the staff looks at the workspace now",
    can: "staff_access.see",
    internal: true,
    whileLocked: true,
    response: ActiveStaff,
  },
  (ctx) => activeTickets(ctx),
);
