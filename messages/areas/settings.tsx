"use client";

import { settings as english } from "../en/settings";
import { provideMessages } from "../provide-messages";

export const SettingsMessages = provideMessages({ en: { settings: english } });
