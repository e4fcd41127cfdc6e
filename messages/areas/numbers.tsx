"use client";

import { numbers as english } from "../en/numbers";
import { provideMessages } from "../provide-messages";

export const NumbersMessages = provideMessages({ en: { numbers: english } });
