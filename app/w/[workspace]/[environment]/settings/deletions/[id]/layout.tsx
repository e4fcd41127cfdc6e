import type { ReactNode } from "react";
import { ContactsMessages } from "@/messages/areas/contacts";

export default function Layout({ children }: { children: ReactNode }) {
  return <ContactsMessages>{children}</ContactsMessages>;
}
