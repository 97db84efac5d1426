/** Where a request comes from. */
export interface Client {
  address: string;
  /** The wider network of the address, if it has rate limits of its own. */
  network?: string | null;
  userAgent: string;
}
