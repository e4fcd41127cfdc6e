"use client";

import { home as english } from "../en/home";
import { provideMessages } from "../provide-messages";

export const HomeMessages = provideMessages({ en: { home: english } });
