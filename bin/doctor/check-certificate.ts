import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { daysLeft, WARNED_BELOW_DAYS } from "./days-left";
import { codeOf, counted, type Finding, failed, passed, skipped, warning } from "./finding";

type Input = {
  /** TLS_CERT and TLS_KEY. */
  certificateFile: string | undefined;
  keyFile: string | undefined;
  /** PARLEY_BASE_URL. */
  baseUrl: string | undefined;
  /** Milliseconds of the epoch. */
  now: () => number;
};

const RENEW = "Renew the certificate. Parley reads the changed files within some seconds, without a restart.";

async function readPem(name: string, path: string): Promise<Buffer | Finding> {
  try {
    return await readFile(path);
  } catch (error) {
    return failed(
      `the file of ${name} cannot be read (${codeOf(error)})`,
      `Correct the path in ${name}, and let Parley's user read the file.`,
    );
  }
}

/** Whether the files of TLS_CERT and TLS_KEY belong together, fit PARLEY_BASE_URL and stay valid. */
export async function checkCertificate({ certificateFile, keyFile, baseUrl, now }: Input): Promise<Finding> {
  if (certificateFile === undefined || keyFile === undefined)
    return skipped("TLS_CERT is not set: a proxy is to end TLS");
  const certificate = await readPem("TLS_CERT", certificateFile);
  if (!Buffer.isBuffer(certificate)) return certificate;
  const key = await readPem("TLS_KEY", keyFile);
  if (!Buffer.isBuffer(key)) return key;
  return judge(certificate, key, baseUrl, now());
}

/** Whether a certificate is for the host of an address, which can be a name or an IP address. */
function isForHost(certificate: X509Certificate, address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}

function judge(certificatePem: Buffer, keyPem: Buffer, baseUrl: string | undefined, now: number): Finding {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(certificatePem);
    if (!certificate.checkPrivateKey(createPrivateKey(keyPem)))
      return failed(
        "TLS_KEY is the key of another certificate",
        "Set TLS_CERT and TLS_KEY to files of one pair.",
      );
  } catch (error) {
    return failed(
      `TLS_CERT or TLS_KEY is not a certificate and its key in PEM (${codeOf(error)})`,
      "Convert them to PEM (openssl x509, openssl pkey). The key must have no passphrase.",
    );
  }
  if (now < Date.parse(certificate.validFrom))
    return failed(
      "the certificate is not valid yet",
      "Check the clock of this machine, and the dates of the certificate.",
    );
  const days = daysLeft(Date.parse(certificate.validTo), now);
  if (days < 0) return failed(`the certificate expired ${counted(-days, "day")} ago`, RENEW);
  const summary = `certificate and key match, valid for ${counted(days, "more day")}`;
  if (days < WARNED_BELOW_DAYS) return warning(summary, RENEW);
  if (baseUrl !== undefined && !isForHost(certificate, baseUrl))
    return warning(
      `${summary}; they are for another host than PARLEY_BASE_URL`,
      "Use a certificate for that host, unless a proxy with its own certificate is before Parley.",
    );
  return passed(summary);
}
