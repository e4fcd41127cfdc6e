"use client";

import { Button } from "@mantine/core";
import { ErrorState } from "@/components/states";

/** The cause is in the service's log; the digest finds it there. */
export default function Failed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState order={1} action={<Button onClick={reset}>Try again</Button>}>
      The page could not be shown. Try again in a moment.
      {error.digest && ` If it goes on, quote ${error.digest} to whoever runs this Parley.`}
    </ErrorState>
  );
}
