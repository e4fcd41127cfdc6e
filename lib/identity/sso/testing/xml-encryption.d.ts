declare module "xml-encryption" {
  export function encrypt(
    content: string,
    options: {
      rsa_pub: string;
      pem: string;
      encryptionAlgorithm: string;
      keyEncryptionAlgorithm: string;
      warnInsecureAlgorithm?: boolean;
    },
    callback: (error: Error | null, encrypted: string) => void,
  ): void;
}
