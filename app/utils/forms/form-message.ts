import { errorToast as error, success, type Toast } from "~/utils/toasts/toast";

/** The messages of a form. */
export interface FormMessages {
  done: Toast;
  /** For internal errors and lost connections. */
  failed: Toast;
  /** For signed-out users; the service's own message if omitted. */
  needsLogin?: Toast;
  /** Errors are shown in the form only, without a toast. */
  failsQuietly?: true;
  /** The field with the id of the form's item, on pages where each item has a form of its own. */
  itemField?: string;
  [outcome: string]: Toast | true | string | undefined;
}

export const needsLogin = (to: string): Toast =>
  error(`Please log in to ${to}.`, "Authentication required");

export const PREVIEWED: Toast = { ...success("Preview: nothing was stored."), title: "Preview" };
