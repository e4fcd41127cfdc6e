/** The constraint that lets a contact have one conversation by text with an agent at a time (the outreach guards). */
export const ONE_THREAD = "calls_one_thread";
