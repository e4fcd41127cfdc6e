import { receiptKey } from "@/lib/data/erasure";
import { ReceiptKey } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Fetch the key of receipts",
    description:
      "The public key (Ed25519) by which anybody can check the receipt of a deletion, also without this service: `npm run receipt:verify <file>`.",
    tags: ["Deletions"],
    can: null,
    response: ReceiptKey,
  },
  async () => receiptKey(),
);
