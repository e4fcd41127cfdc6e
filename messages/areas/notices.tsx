"use client";

import { notices as english } from "../en/notices";
import { provideMessages } from "../provide-messages";

export const NoticesMessages = provideMessages({ en: { notices: english } });
