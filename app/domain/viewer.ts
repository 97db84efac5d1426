/** The signed-in user as seen by routes and services. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  isMember: boolean;
  /** Whether the user has followed a link sent to the email address. */
  hasProvenEmail: boolean;
}
