import { createMailTransport, type MailServer } from "./transport";

/** The code of nodemailer, such as `EAUTH`, and the status of the server's reply, such as 535. */
export type MailServerFailure = { code: string; status: number | null };

/**
 * Opens a session with the mail server: connection, TLS and, if the URL has a user, authentication. No mail is sent.
 * Returns null if the server accepts mails. The failure contains nothing that the server wrote.
 */
export async function verifyMailServer(server: MailServer): Promise<MailServerFailure | null> {
  const transport = createMailTransport(server);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    return {
      code: typeof code === "string" ? code : "no answer",
      status: typeof responseCode === "number" ? responseCode : null,
    };
  } finally {
    transport.close();
  }
}
