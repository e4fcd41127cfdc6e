import { route } from "@/lib/http";
import { listTickets } from "@/lib/identity/staff";
import { ListStaffTickets, StaffTickets } from "@/lib/identity/staff/schema";

export const GET = route(
  {
    summary: "List staff access requests",
    description: "Requests of the operator's staff to view the workspace, with reason, duration and result.",
    tags: ["Staff access"],
    capability: "staff_access.manage",
    refuseTest: true,
    query: ListStaffTickets,
    response: StaffTickets,
  },
  (ctx, { query }) => listTickets(ctx, query),
);
