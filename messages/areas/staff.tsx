"use client";

import { staff as english } from "../en/staff";
import { provideMessages } from "../provide-messages";

export const StaffMessages = provideMessages({ en: { staff: english } });
