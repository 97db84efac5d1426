import { useEffect, useRef } from "react";
import { useRequestId } from "~/utils/http/request-id";
import { useViewer } from "~/utils/root-data";

/**
 * An idempotency key, so that a form that arrives twice (a double click, a retry after a lost
 * response) is processed once. Only signed-in users can submit anything.
 */
export function FormKeyField() {
  const isSignedIn = useViewer() !== null;
  const requestId = useRequestId();
  const field = useRef<HTMLInputElement>(null);
  // Each rendered form gets a new key in the browser; native posts use the server's.
  useEffect(() => {
    if (field.current) field.current.value = newKey();
  }, [isSignedIn]);
  if (!isSignedIn) return null;
  return (
    <input
      ref={field}
      type="hidden"
      name="formKey"
      defaultValue={requestId}
      suppressHydrationWarning
    />
  );
}

/** `crypto.randomUUID` requires a secure context, but the site may be tried out over plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
