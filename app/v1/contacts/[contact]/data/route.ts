import { ContactParams } from "@/lib/contacts/contacts/schema";
import { eraseContactData } from "@/lib/data/erasure";
import { Deletion } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const DELETE = route(
  {
    summary: "Erase a contact's data",
    description:
      "Everything that is kept of their conversations, of every channel and in the whole workspace: transcripts, recordings, variables, search hashes, texts, callbacks, what campaigns knew of them; the key under which it was sealed is destroyed. Calls that go on are ended first. The contact, their consents and suppression stay. It is done by a job within minutes, and blocked visibly by a legal hold. Asked again while it runs, or with nothing new since, it answers the same deletion. A number that nobody knows is taken too. A live deletion also reaches what the test environment has of the number.",
    tags: ["Deletions"],
    can: "contacts.erase",
    params: ContactParams,
    response: Deletion,
    status: 202,
  },
  (ctx, { params }) => eraseContactData(ctx, params.contact),
);
