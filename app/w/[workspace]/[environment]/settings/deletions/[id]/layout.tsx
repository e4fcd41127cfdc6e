import type { ReactNode } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { ContactsMessages } from "@/messages/areas/contacts";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <CallsMessages>
      <ContactsMessages>{children}</ContactsMessages>
    </CallsMessages>
  );
}
