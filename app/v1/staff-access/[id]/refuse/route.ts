import { route } from "@/lib/http";
import { readTicket, refuseTicket } from "@/lib/identity/staff";
import { StaffTicket, StaffTicketParams } from "@/lib/identity/staff/schema";

export const POST = route(
  {
    summary: "Refuse staff access",
    tags: ["Staff access"],
    capability: "staff_access.manage",
    refuseTest: true,
    params: StaffTicketParams,
    response: StaffTicket,
    replay: (ctx, { reference }) => readTicket(ctx, reference),
  },
  (ctx, { params }) => refuseTicket(ctx, params.id),
);
