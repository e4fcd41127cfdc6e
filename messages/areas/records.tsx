"use client";

import { records as english } from "../en/records";
import { provideMessages } from "../provide-messages";

export const RecordsMessages = provideMessages({ en: { records: english } });
