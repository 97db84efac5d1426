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

/**
 * The messages of a form that succeeded and failed, with its other messages and fields.
 * @param done the text of the toast, or a toast with a title of its own; `failed` likewise
 */
export const form = <const More extends Partial<FormMessages> = object>(
  done: string | Toast,
  failed: string | Toast,
  more?: More,
) => ({
  done: typeof done === "string" ? success(done) : done,
  failed: typeof failed === "string" ? error(failed) : failed,
  ...(more as More),
});

/** Like `form`, for a form that shows its errors itself. */
export const quietForm = <const More extends Partial<FormMessages> = object>(
  done: string | Toast,
  failed: string | Toast,
  more?: More,
) => ({ ...form(done, failed, more), failsQuietly: true as const });

export const needsLogin = (to: string): Toast =>
  error(`Please log in to ${to}.`, "Authentication required");

export const PREVIEWED: Toast = { ...success("Preview: nothing was stored."), title: "Preview" };
