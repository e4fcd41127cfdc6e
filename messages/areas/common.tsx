"use client";

import { common as english } from "../en/common";
import { provideMessages } from "../provide-messages";

export const CommonMessages = provideMessages({ en: { common: english } });
