import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { findRootElement } from "./utils/browser/root-element";

findRootElement(document);

/**
 * Remix begins to decode the loaders' data when `RemixBrowser` is first called, and suspends the whole page until
 * they are there. React 18 cannot hydrate a suspended page for a key or a click: it throws its error 345
 * (https://github.com/remix-run/remix/issues/10214).
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
