/** The folder with executable PostgreSQL programs. `copies` is used if the package's folder is read-only. */
export function nativeFolder(copies: string): string;
/** The command that runs a program without root, and the user who must own its files, if it is another one. */
export function unprivileged(): { prefix: string[]; user: string | undefined };
