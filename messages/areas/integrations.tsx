"use client";

import { integrations as english } from "../en/integrations";
import { provideMessages } from "../provide-messages";

export const IntegrationsMessages = provideMessages({ en: { integrations: english } });
