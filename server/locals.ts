/** What one middleware finds out about a request and the later ones rely on. */
declare global {
  // The name is Express's: its `res.locals` is typed by merging with this interface.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Locals {
      requestId: string;
      nonce: string;
      /** Set once the request's host and proxies have been looked at. */
      clientAddress?: string;
      /** Whether a proxy passed the request on, trusted or not. */
      isForwarded?: boolean;
      /** The site's own address as the visitor knows it. */
      ownUrl?: URL;
      /** Under which the answer may be kept in memory, if it may. */
      cacheKey?: string;
      /** The answer has been given; whatever a route still makes of the request is dropped. */
      answered?: true;
    }
  }
}

export {};
