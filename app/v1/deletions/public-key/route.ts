import { receiptKey } from "@/lib/data/erasure";
import { ReceiptKey } from "@/lib/data/erasure/schema";
import { route } from "@/lib/http";

export const GET = route(
  {
    summary: "Get the public key of receipts",
    description:
      "The public key (Ed25519) that verifies the receipts of deletions, also without this service: `npm run receipt:verify <file>`.",
    tags: ["Deletions"],
    capability: null,
    response: ReceiptKey,
  },
  async () => receiptKey(),
);
