"use client";

import { splits as english } from "../en/splits";
import { provideMessages } from "../provide-messages";

export const SplitsMessages = provideMessages({ en: { splits: english } });
