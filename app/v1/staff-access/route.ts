import { route } from "@/lib/http";
import { listTickets } from "@/lib/identity/staff";
import { ListStaffTickets, StaffTickets } from "@/lib/identity/staff/schema";

export const GET = route(
  {
    summary: "List the requests of the operator's staff",
    description:
      "Who of the staff asked to look at the workspace, why and for how long, and what became of it.",
    tags: ["Staff access"],
    can: "staff_access.manage",
    refuseTest: true,
    query: ListStaffTickets,
    response: StaffTickets,
  },
  (ctx, { query }) => listTickets(ctx, query),
);
