import { createWebhook, listWebhooks } from "@/lib/data/webhooks";
import { CreateWebhook, ListWebhooks } from "@/lib/data/webhooks/schema";
import { SAMPLE_SERVICE_URL } from "@/lib/platform/egress";
import type { Play } from "./play";

const WEBHOOK = CreateWebhook.parse({
  url: `${SAMPLE_SERVICE_URL}/webhooks`,
  description: "Answered inside Parley. Nothing is sent outside.",
  events: [
    "call.settled",
    "recording.ready",
    "campaign.completed",
    "contact.opted_out",
    "contact.data_deleted",
  ],
});

/** Creates the endpoint. The worker delivers the events of later scenarios to it, as to any other. */
export async function playWebhook({ ctx }: Play): Promise<void> {
  const { data } = await listWebhooks(ctx, ListWebhooks.parse({}));
  if (!data.some(({ url }) => url === WEBHOOK.url)) await createWebhook(ctx, WEBHOOK);
}
