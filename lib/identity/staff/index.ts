export {
  activeTickets,
  approveTicket,
  endTicket,
  listTickets,
  readTicket,
  refuseTicket,
  ticketAt,
} from "./tickets";
