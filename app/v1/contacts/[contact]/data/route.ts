import { ContactParams } from "@/lib/contacts/contacts/schema";
import { eraseContactData } from "@/lib/data/erasure";
import { Deletion } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const DELETE = route(
  {
    summary: "Erase a contact's data",
    description:
      "Erases all data of the contact's conversations, of every channel and in the whole workspace: transcripts, recordings, variables, search hashes, texts, callbacks and campaign data. The key that sealed them is destroyed. Calls in progress are ended first. The contact, their consents and suppression stay. A job erases the data within minutes; a legal hold blocks it visibly. A repeated request returns the same deletion while it runs, or if there is no new data. Also accepts a number without a contact. A live deletion includes the number's data in the test environment.",
    tags: ["Deletions"],
    capability: "contacts.erase",
    params: ContactParams,
    response: Deletion,
    status: 202,
  },
  (ctx, { params }) => eraseContactData(ctx, params.contact),
);
