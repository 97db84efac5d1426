/** The results and messages of page forms, shared by server and browser. */
import type { SubmissionResult } from "@conform-to/react";
import type { ServiceErrorKind } from "~/services/errors";
import type { SerializedRecommendation } from "~/services/recommendations/serializers";
import type { Toast, ToastKey } from "../toasts/toasts";

interface FormMessages {
  done: ToastKey;
  /** For internal errors and lost connections. */
  failed: ToastKey;
  /** For signed-out users; the service's own message if omitted. */
  needsLogin?: ToastKey;
  /** Errors are shown in the form only, without a toast. */
  failsQuietly?: true;
  /** The field with the id of the form's item, on pages where each item has a form of its own. */
  itemField?: string;
}

/** All forms that act on the viewer's behalf, by `intent`. */
export const formMessages = {
  post: {
    done: "articlePosted",
    failed: "articleFailed",
    needsLogin: "articleNeedsLogin",
    failsQuietly: true,
  },
  upvote: { done: "articleUpvoted", failed: "upvoteFailed", needsLogin: "upvoteNeedsLogin" },
  comment: { done: "commentPosted", failed: "commentFailed", needsLogin: "commentNeedsLogin" },
  review: { done: "reviewAdded", failed: "reviewFailed", needsLogin: "reviewNeedsLogin" },
  edit: {
    done: "changesSaved",
    failed: "editFailed",
    needsLogin: "editNeedsLogin",
    failsQuietly: true,
  },
  remove: {
    done: "textRemoved",
    failed: "removalFailed",
    needsLogin: "editNeedsLogin",
    failsQuietly: true,
  },
  saveDraft: { done: "draftSaved", failed: "draftFailed", failsQuietly: true },
  preview: { done: "draftSaved", failed: "previewFailed", failsQuietly: true },
  deleteDraft: { done: "draftDeleted", failed: "draftDeleteFailed", itemField: "draft" },
  apply: {
    done: "applicationSent",
    failed: "applicationFailed",
    needsLogin: "applicationNeedsLogin",
    failsQuietly: true,
  },
  vote: { done: "voteCounted", failed: "voteFailed", needsLogin: "voteNeedsLogin" },
  forgot: { done: "resetRequested", failed: "resetRequestFailed", failsQuietly: true },
  resetPassword: { done: "passwordSet", failed: "passwordSetFailed", failsQuietly: true },
  proveEmail: { done: "emailProven", failed: "emailProofFailed", failsQuietly: true },
  mailProof: { done: "proofMailed", failed: "proofMailFailed", failsQuietly: true },
  requestExport: { done: "exportRequested", failed: "exportFailed" },
  scheduleDeletion: {
    done: "deletionScheduled",
    failed: "deletionScheduleFailed",
    failsQuietly: true,
  },
  cancelDeletion: { done: "deletionCancelled", failed: "deletionCancelFailed" },
  changeProfile: {
    done: "profileSaved",
    failed: "profileFailed",
    needsLogin: "profileNeedsLogin",
    failsQuietly: true,
  },
  changePassword: { done: "passwordChanged", failed: "passwordSetFailed", failsQuietly: true },
  changeEmail: { done: "emailChangeMailed", failed: "emailChangeFailed", failsQuietly: true },
  confirmEmailChange: { done: "emailChanged", failed: "emailChangeFailed", failsQuietly: true },
  restoreEmail: { done: "emailRestored", failed: "emailRestoreFailed", failsQuietly: true },
  endSession: { done: "sessionEnded", failed: "sessionEndFailed", itemField: "session" },
  endOtherSessions: { done: "otherSessionsEnded", failed: "sessionEndFailed" },
  makeToken: { done: "tokenMade", failed: "tokenFailed", failsQuietly: true },
  setUpFactor: { done: "factorSetUpBegun", failed: "factorFailed", failsQuietly: true },
  confirmFactor: { done: "factorAdded", failed: "factorFailed", failsQuietly: true },
  cancelFactor: { done: "factorCancelled", failed: "factorFailed", failsQuietly: true },
  renewRecoveryCodes: { done: "factorAdded", failed: "factorFailed", failsQuietly: true },
  removeFactor: { done: "factorRemoved", failed: "factorFailed", failsQuietly: true },
  removePasskey: {
    done: "passkeyRemoved",
    failed: "factorFailed",
    failsQuietly: true,
    itemField: "passkey",
  },
  generateMomentum: { done: "momentumGenerated", failed: "momentumGenerateFailed" },
  generateSentiment: { done: "sentimentGenerated", failed: "sentimentGenerateFailed" },
  previewMomentum: { done: "recommendationPreviewed", failed: "momentumPreviewFailed" },
} as const satisfies Record<string, FormMessages>;

export type FormIntent = keyof typeof formMessages;

export const messagesOf = (intent: FormIntent): FormMessages => formMessages[intent];

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
