/** The results of page forms, shared by server and browser. */
import type { SubmissionResult } from "@conform-to/react";
import type { ServiceErrorKind } from "~/services/errors";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import type { Content } from "~/services/content/markdown.server";
import type { ArticlePreview } from "~/services/drafts/preview.server";
import type { FormIntent } from "./form-messages";
import type { Toast } from "~/utils/toasts/toast";
import type { ToastKey } from "../toasts/toasts";

export interface FormError {
  /** `failed` is an internal error, `offline` a lost connection. */
  kind: ServiceErrorKind | "failed" | "offline";
  title: string;
  message: string;
  existingId?: string;
}

/** What a form's action returns when it does not redirect. */
export interface FormResult {
  intent: FormIntent;
  /** The form's article, on pages with several. */
  article?: string;
  item?: string;
  /** conform's result: the submitted values and field errors. */
  submission?: SubmissionResult;
  formError?: FormError;
  toast?: ToastKey | Toast;
  posted?: string;
  /** Where to go after posting, so that what was posted is seen. */
  goTo?: string;
  /** The path of what was posted, to which the toast links. */
  link?: string;
  preview?: ArticlePreview;
  /** A text of the site as its page would show it. */
  textPreview?: Content;
  /** A preview of what an engine would recommend; it is not stored. */
  recommendation?: SerializedRecommendation;
  secret?: string;
}

/** Whether a form succeeded: a rejected or previewed form has a `submission`, one without a response a `formError`. */
export const hasSucceeded = (result: FormResult | undefined): boolean =>
  result !== undefined && !result.submission && !result.formError;
