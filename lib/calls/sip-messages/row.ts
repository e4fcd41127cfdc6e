import { z } from "zod";
import { SipMessage } from "./schema";

/** Messages of a call that are stored: a call, a transfer with its retries, and an hour of session refreshes. */
export const MAX_SIP_MESSAGES = 100;

/** The field reference of the sealed messages of a row. */
export const sipMessagesFieldRef = (id: string) => ({
  table: "call_sip_messages",
  row: id,
  field: "messages",
});

/** The messages of a row. */
export const StoredSipMessages = z.array(SipMessage).max(MAX_SIP_MESSAGES);
