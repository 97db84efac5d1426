import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { findRootElement } from "./utils/browser/root-element";

findRootElement(document);

// If a navigation aborts another one whose response is still arriving, Remix does not handle the promise that is
// rejected, and the browser would report an error.
addEventListener("unhandledrejection", (event) => {
  if ((event.reason as Error | null)?.name === "AbortError") event.preventDefault();
});

/**
 * Starts decoding the loader data and waits for it. Remix starts when `RemixBrowser` is first called, and suspends
 * the whole page until the data is decoded. If a key press or a click makes React 18 hydrate a suspended page, it
 * throws its error 345 (https://github.com/remix-run/remix/issues/10214).
 */
async function decodeLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void decodeLoaderData().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
});
