/** Minimum length of a password. The API checks it. */
export const PASSWORD_LENGTH = 12;
