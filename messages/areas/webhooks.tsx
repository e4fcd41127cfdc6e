"use client";

import { webhooks as english } from "../en/webhooks";
import { provideMessages } from "../provide-messages";

export const WebhooksMessages = provideMessages({ en: { webhooks: english } });
