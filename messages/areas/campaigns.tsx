"use client";

import { campaigns as english } from "../en/campaigns";
import { provideMessages } from "../provide-messages";

export const CampaignsMessages = provideMessages({ en: { campaigns: english } });
