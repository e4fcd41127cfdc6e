"use client";

import { encryption as english } from "../en/encryption";
import { provideMessages } from "../provide-messages";

export const EncryptionMessages = provideMessages({ en: { encryption: english } });
