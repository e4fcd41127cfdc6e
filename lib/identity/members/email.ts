/** Addresses are compared without regard to case: nobody has two that differ in nothing else. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
