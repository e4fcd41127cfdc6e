"use client";

import { contacts as english } from "../en/contacts";
import { provideMessages } from "../provide-messages";

export const ContactsMessages = provideMessages({ en: { contacts: english } });
