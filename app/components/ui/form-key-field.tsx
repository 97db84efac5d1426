import { useEffect, useRef } from "react";
import { useRequestId } from "~/utils/http/request-id";
import { useViewer } from "~/utils/root-data";

/**
 * Tells one sending of a form from another, so that a form that arrives twice is acted on once: by a
 * double click, or sent again because the answer got lost. Only who is signed in can send anything.
 */
export function FormKeyField() {
  const isSignedIn = useViewer() !== null;
  const requestId = useRequestId();
  const field = useRef<HTMLInputElement>(null);
  // A page that lives on makes a key for each form that it shows; the server's serves a native post.
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

/** `crypto.randomUUID` is for secure contexts only, and a site may be tried out without https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
