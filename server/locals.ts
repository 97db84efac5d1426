/** The values that one middleware finds out about a request and later ones read. */
declare global {
  // The name is Express's: its `res.locals` is typed by merging with this interface.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Locals {
      requestId: string;
      nonce: string;
      /** Set by `forwardedHeaders`. */
      clientAddress?: string;
      /** The site's own URL as the visitor knows it. */
      ownUrl?: URL;
      /** A response has been sent, so whatever a route still returns is discarded. */
      answered?: true;
    }
  }
}

export {};
