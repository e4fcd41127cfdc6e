"use client";

import { account as english } from "../en/account";
import { provideMessages } from "../provide-messages";

export const AccountMessages = provideMessages({ en: { account: english } });
