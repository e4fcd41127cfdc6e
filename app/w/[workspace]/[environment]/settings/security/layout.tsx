import type { ReactNode } from "react";
import { EncryptionMessages } from "@/messages/areas/encryption";

export default function Layout({ children }: { children: ReactNode }) {
  return <EncryptionMessages>{children}</EncryptionMessages>;
}
