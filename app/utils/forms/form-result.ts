/** What the forms of pages answer, and in which words; shared by server and browser. */
import type { SubmissionResult } from "@conform-to/react";
import type { ServiceErrorKind } from "~/services/errors";
import type { Toast, ToastKey } from "../toasts/toasts";

interface FormMessages {
  done: ToastKey;
  /** Where the fault is ours, or the connection's. */
  failed: ToastKey;
  /** For who is not signed in; without it the service's own words are shown. */
  needsLogin?: ToastKey;
  /** Failures are told in the form alone, with no toast beside it. */
  failsQuietly?: true;
}

/** Every form that does something under the visitor's name, by its `intent`. */
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
  apply: {
    done: "applicationSent",
    failed: "applicationFailed",
    needsLogin: "applicationNeedsLogin",
    failsQuietly: true,
  },
  vote: { done: "voteCounted", failed: "voteFailed", needsLogin: "voteNeedsLogin" },
  generateMomentum: { done: "momentumGenerated", failed: "momentumGenerateFailed" },
  generateSentiment: { done: "sentimentGenerated", failed: "sentimentGenerateFailed" },
} as const satisfies Record<string, FormMessages>;

export type FormIntent = keyof typeof formMessages;

/** @returns the messages of a form */
export const messagesOf = (intent: FormIntent): FormMessages => formMessages[intent];

/** Why a form was refused as a whole. */
export interface FormError {
  /** `failed` is our own fault, `offline` that there was no answer at all. */
  kind: ServiceErrorKind | "failed" | "offline";
  title: string;
  message: string;
  /** The id of what is there already. */
  existingId?: string;
}

/** What a form's action answers when it does not redirect. */
export interface FormResult {
  intent: FormIntent;
  /** The article that the form was about, on a page of several. */
  article?: string;
  /** The form as it was typed, with the messages of its fields. */
  submission?: SubmissionResult;
  refusal?: FormError;
  /** How it went, for a script. */
  toast?: ToastKey | Toast;
  /** The id of what was stored. */
  posted?: string;
}
