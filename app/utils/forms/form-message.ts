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
 * Builds the messages of a form.
 * @param done the text of the toast, or a toast with a title of its own; `failed` likewise
 * @param more its other messages and fields
 */
interface MessagesBuilder<Always> {
  (done: string | Toast, failed: string | Toast): Outcomes & Always;
  <const More extends Partial<FormMessages>>(
    done: string | Toast,
    failed: string | Toast,
    more: More,
  ): Outcomes & Always & More;
}
type Outcomes = Pick<FormMessages, "done" | "failed">;

const builderOf =
  (always: object) =>
  (done: string | Toast, failed: string | Toast, more: object = {}) => ({
    done: typeof done === "string" ? success(done) : done,
    failed: typeof failed === "string" ? error(failed) : failed,
    ...always,
    ...more,
  });

export const form = builderOf({}) as MessagesBuilder<object>;

/** For a form that shows its errors itself. */
export const quietForm = builderOf({ failsQuietly: true }) as MessagesBuilder<{
  failsQuietly: true;
}>;

export const needsLogin = (to: string): Toast =>
  error(`Please log in to ${to}.`, "Authentication required");

export const PREVIEWED: Toast = { ...success("Preview: nothing was stored."), title: "Preview" };
