/**
 * Screens that have their address already and their content later. Each is one row: to build it, add
 * its route and take the row out.
 */
export interface PlannedPage {
  /** As the router writes it. */
  path: string;
  title: string;
  /** What will be there. */
  promise: string;
  /** The address search engines should keep, where several lead to the screen. */
  canonical?: string;
  /** Kept out of search engines: a page of one's own. */
  hidden?: boolean;
}

export const plannedPages: readonly PlannedPage[] = [];
