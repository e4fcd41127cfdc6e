"use client";

import { trunks as english } from "../en/trunks";
import { provideMessages } from "../provide-messages";

export const TrunksMessages = provideMessages({ en: { trunks: english } });
