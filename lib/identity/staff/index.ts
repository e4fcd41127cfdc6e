export {
  approveTicket,
  endTicket,
  listActiveTickets,
  listTickets,
  readTicket,
  refuseTicket,
  withCurrentStatus,
} from "./tickets";
