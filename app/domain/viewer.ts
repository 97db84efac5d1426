/** The signed-in user as seen by routes and services. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  isMember: boolean;
  /** Whether a link sent to the address was followed. */
  hasProvenEmail: boolean;
}
