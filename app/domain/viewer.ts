/** The signed-in user as pages and calls see one. */
export interface Viewer {
  id: string;
  name: string;
  email: string;
  isMember: boolean;
}
