/** The constraint that allows a contact one text conversation with an agent at a time. */
export const ONE_THREAD_CONSTRAINT = "calls_one_text_conversation";
