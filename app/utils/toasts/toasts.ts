/**
 * A toast. All toasts have a key, and a redirect's cookie contains only the key, so that a forged
 * cookie cannot make a page show arbitrary text.
 */
export interface Toast {
  kind: "success" | "error";
  title: string;
  description: string;
}

const success = (description: string): Toast => ({
  kind: "success",
  title: "Success",
  description,
});
const error = (description: string, title = "Error"): Toast => ({
  kind: "error",
  title,
  description,
});

/** An error toast with a message that is not in the catalogue. */
export const errorToast = (description: string): Toast => error(description);

export const toasts = {
  articleUpvoted: success("Article upvoted!"),
  upvoteNeedsLogin: error("Please log in to upvote articles.", "Authentication required"),
  upvoteFailed: error("Failed to upvote article."),

  commentPosted: success("Comment posted!"),
  commentNeedsLogin: error("Please log in to comment."),
  commentFailed: error("Failed to post comment."),

  reviewAdded: success("Review added successfully!"),
  reviewNeedsLogin: error("Please log in to submit a review.", "Authentication Required"),
  reviewFailed: error("Failed to create review"),

  articlePosted: success("Article posted!"),
  articleNeedsLogin: error("Please log in to post articles.", "Failed to post article"),
  articleFailed: error("Please try again later.", "Failed to post article"),

  changesSaved: success("Your changes were saved."),
  textRemoved: success("Your text was removed."),
  editNeedsLogin: error("Please log in to change what you wrote."),
  editFailed: error("Please try again later.", "Failed to save your changes"),
  removalFailed: error("Please try again later.", "Failed to remove your text"),

  draftSaved: success("Draft saved."),
  draftFailed: error("Please try again later.", "Failed to save the draft"),
  draftDeleted: success("Draft deleted."),
  draftDeleteFailed: error("Failed to delete the draft."),
  previewFailed: error("Please try again later.", "Failed to show the preview"),

  applicationSent: success("Application sent! Members can vote on it now."),
  applicationNeedsLogin: error("Please log in to apply."),
  applicationFailed: error("Failed to send the application."),
  voteCounted: success("Your vote was counted."),
  voteApproved: success("Your vote was counted, and the application is approved."),
  voteDeclined: success("Your vote was counted, and the application is declined."),
  voteNeedsLogin: error("Please log in to vote.", "Authentication required"),
  voteFailed: error("Failed to count the vote."),

  signInAgain: error(
    "Please sign in again: that took too long, or there were too many wrong codes.",
  ),

  factorSetUpBegun: success(
    "Scan the QR code with your app, and type the code that the app shows.",
  ),
  factorAdded: success("Your second factor is on."),
  factorCancelled: success("Nothing was changed."),
  factorRemoved: success("Your second factor was removed."),
  factorFailed: error("Failed to save the change."),
  passkeyRemoved: success("The passkey was removed."),

  resetRequested: success("If an account has this address, a link is on its way to it."),
  resetRequestFailed: error("Failed to send the link."),
  passwordSet: success("Your password was changed. Sign in with the new one."),
  passwordSetFailed: error("Failed to set the password."),
  emailProven: success("Your address is confirmed."),
  emailProofFailed: error("Failed to confirm the address."),
  proofMailed: success("A new link is on its way to your address."),
  proofMailFailed: error("Failed to send the link."),

  exportRequested: success("Your copy is on its way."),
  exportThere: success("Your copy is already available."),
  exportFailed: error("Failed to ask for the copy."),
  deletionScheduled: success("Your account will be deleted in seven days, unless you call it off."),
  deletionScheduleFailed: error("Failed to schedule the deletion."),
  deletionCancelled: success("Your account will not be deleted."),
  deletionCancelFailed: error("Failed to call off the deletion."),
  profileSaved: success("Your profile is saved."),
  profileNeedsLogin: error("Please log in to change your profile."),
  profileFailed: error("Failed to save the profile."),
  passwordChanged: success("Your password was changed. You are signed out everywhere else."),
  emailChangeMailed: success("A link is on its way to the new address."),
  emailChanged: success("Your address was changed."),
  emailChangeFailed: error("Failed to change the address."),
  emailRestored: success(
    "The address is yours again. A link to set a new password is on its way to it.",
  ),
  emailRestoreFailed: error("Failed to restore the address."),

  sessionEnded: success("The session or token was ended."),
  otherSessionsEnded: success("You are signed out everywhere else, and your tokens are revoked."),
  sessionEndFailed: error("Failed to end the session."),
  tokenMade: success("The token was created. Copy it now: it is not shown again."),
  tokenFailed: error("Failed to create the token."),

  momentumGenerated: success("New momentum recommendation generated!"),
  momentumGenerateFailed: error("Failed to generate momentum recommendation"),
  momentumUnavailable: error("Failed to fetch momentum recommendations"),
  sentimentGenerated: success("New sentiment recommendation generated!"),
  sentimentGenerateFailed: error("Failed to generate sentiment recommendation"),
  recommendationPreviewed: success("This is a preview. Nothing was stored."),
  momentumPreviewFailed: error("Failed to preview the momentum recommendation"),
  sentimentUnavailable: error("Failed to fetch sentiment recommendations"),

  schemeFailed: error("Failed to change the colour scheme."),

  signOutFailed: error("The site did not respond: you are still signed in."),
  signedOut: success("You are signed out."),
  signedOutHere: error(
    "The session itself could not be ended just now. If it is open elsewhere, sign out there as well.",
    "Signed out in this browser only",
  ),
} satisfies Record<string, Toast>;

export type ToastKey = keyof typeof toasts;

export const isToastKey = (value: unknown): value is ToastKey =>
  typeof value === "string" && Object.hasOwn(toasts, value);

/** @returns the toast for a key, or the toast itself */
export const toastOf = (toast: ToastKey | Toast): Toast =>
  typeof toast === "string" ? toasts[toast] : toast;
