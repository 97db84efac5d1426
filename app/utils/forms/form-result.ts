/** The results of page forms, shared by server and browser. */
import type { SubmissionResult } from "@conform-to/react";
import type { ServiceErrorKind } from "~/services/errors";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import type { FormIntent, Toast, ToastKey } from "./form-messages";

/** An error that concerns a form as a whole. */
export interface FormError {
  /** `failed` is an internal error, `offline` a lost connection. */
  kind: ServiceErrorKind | "failed" | "offline";
  title: string;
  message: string;
  /** The id of the existing item, for a conflict. */
  existingId?: string;
}

/** What a form's action returns when it does not redirect. */
export interface FormResult {
  intent: FormIntent;
  /** The form's article, on pages with several. */
  article?: string;
  /** The id in the form's `itemField`. */
  item?: string;
  /** conform's result: the submitted values and field errors. */
  submission?: SubmissionResult;
  formError?: FormError;
  /** The toast a fetcher shows. */
  toast?: ToastKey | Toast;
  /** The id of the created item. */
  posted?: string;
  /** The Markdown that was typed, as sanitised HTML by `renderMarkdown`. */
  preview?: string;
  /** A preview of what an engine would recommend; it is not stored. */
  recommendation?: SerializedRecommendation;
  /** A secret, such as a token, that is only shown once. */
  secret?: string;
}

/** Whether a form succeeded: a rejected or previewed form has a `submission`, one without a response a `formError`. */
export const hasSucceeded = (result: FormResult | undefined): boolean =>
  result !== undefined && !result.submission && !result.formError;
