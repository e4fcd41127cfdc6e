import { route } from "@/lib/http";
import { listActiveTickets } from "@/lib/identity/staff";
import { ActiveStaff } from "@/lib/identity/staff/schema";

export const GET = route(
  {
    summary: "Get the active staff access",
    capability: "staff_access.see",
    internal: true,
    whileLocked: true,
    response: ActiveStaff,
  },
  (ctx) => listActiveTickets(ctx),
);
