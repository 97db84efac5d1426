import { errorToast as error, success } from "~/utils/toasts/toast";
import { deskMessages } from "./desk-messages";
import { form, needsLogin, PREVIEWED, quietForm, type FormMessages } from "./form-message";

const EDIT_NEEDS_LOGIN = error("Please log in to change what you wrote.");
const SAVE_NEEDS_LOGIN = needsLogin("save this");
const BLOCK_NEEDS_LOGIN = needsLogin("block people");
const FEED_NEEDS_LOGIN = error("Please log in to change the address of your feed.");
const WITHDRAWAL = form("Upvote withdrawn.", "Failed to withdraw the upvote.", {
  needsLogin: needsLogin("withdraw an upvote"),
});
const DRAFT_SAVED = "Draft saved.";
const PASSWORD_SET_FAILED = "Failed to set the password.";
const EMAIL_CHANGE_FAILED = "Failed to change the address.";
const SESSION_END_FAILED = "Failed to end the session.";
const FACTOR_FAILED = "Failed to save the change.";
const FACTOR_ADDED = "Your second factor is on.";

/** All forms that act on the viewer's behalf, by `intent`. */
export const formMessages = {
  post: quietForm("Article posted!", error("Please try again later.", "Failed to post article"), {
    needsLogin: error("Please log in to post articles.", "Failed to post article"),
  }),
  upvote: form("Article upvoted!", "Failed to upvote article.", {
    needsLogin: needsLogin("upvote articles"),
  }),
  "withdraw-upvote": WITHDRAWAL,
  save: form("Saved. You find it again under “Saved”.", "Failed to save this.", {
    needsLogin: SAVE_NEEDS_LOGIN,
  }),
  unsave: form(
    "Removed from what you have saved.",
    "Failed to remove this from what you have saved.",
    { needsLogin: SAVE_NEEDS_LOGIN, itemField: "id" },
  ),
  note: quietForm("Your note was saved.", "Failed to save the note.", {
    needsLogin: SAVE_NEEDS_LOGIN,
    itemField: "id",
  }),
  follow: form("You follow this now.", "Failed to follow.", {
    needsLogin: needsLogin("follow"),
    itemField: "id",
  }),
  unfollow: form("You no longer follow this.", "Failed to stop following.", {
    needsLogin: needsLogin("stop following"),
    itemField: "id",
  }),
  "upvote-comment": form("Comment upvoted!", "Failed to upvote comment.", {
    needsLogin: needsLogin("upvote comments"),
  }),
  "withdraw-comment-upvote": WITHDRAWAL,
  renewFeed: quietForm(
    "Your feed has a new address. Copy it now: it is not shown again.",
    "Failed to make a new address.",
    { needsLogin: FEED_NEEDS_LOGIN },
  ),
  endFeed: form("The address of your feed no longer works.", "Failed to end the address.", {
    needsLogin: FEED_NEEDS_LOGIN,
  }),
  comment: form("Comment posted!", "Failed to post comment.", {
    needsLogin: error("Please log in to comment."),
  }),
  review: form("Review added successfully!", "Failed to create review", {
    needsLogin: error("Please log in to submit a review.", "Authentication Required"),
  }),
  edit: quietForm(
    "Your changes were saved.",
    error("Please try again later.", "Failed to save your changes"),
    { needsLogin: EDIT_NEEDS_LOGIN },
  ),
  remove: quietForm(
    "Your text was removed.",
    error("Please try again later.", "Failed to remove your text"),
    { needsLogin: EDIT_NEEDS_LOGIN },
  ),
  saveDraft: quietForm(DRAFT_SAVED, error("Please try again later.", "Failed to save the draft")),
  preview: quietForm(DRAFT_SAVED, error("Please try again later.", "Failed to show the preview")),
  deleteDraft: form("Draft deleted.", "Failed to delete the draft.", { itemField: "draft" }),
  markRead: form("Your notices are marked as read.", "Failed to mark your notices as read.", {
    needsLogin: error("Please log in to read your notices."),
  }),
  apply: quietForm(
    "Application sent! Members can vote on it now.",
    "Failed to send the application.",
    { needsLogin: error("Please log in to apply.") },
  ),
  vote: form("Your vote was counted.", "Failed to count the vote.", {
    approved: success("Your vote was counted, and the application is approved."),
    declined: success("Your vote was counted, and the application is declined."),
    needsLogin: needsLogin("vote"),
  }),
  forgot: quietForm(
    "If an account has this address, a link is on its way to it.",
    "Failed to send the link.",
  ),
  resetPassword: quietForm(
    "Your password was changed. Sign in with the new one.",
    PASSWORD_SET_FAILED,
  ),
  proveEmail: quietForm("Your address is confirmed.", "Failed to confirm the address."),
  mailProof: quietForm("A new link is on its way to your address.", "Failed to send the link."),
  requestExport: form("Your copy is on its way.", "Failed to ask for the copy.", {
    alreadyThere: success("Your copy is already available."),
  }),
  scheduleDeletion: quietForm(
    "Your account will be deleted in seven days, unless you call it off.",
    "Failed to schedule the deletion.",
  ),
  cancelDeletion: form("Your account will not be deleted.", "Failed to call off the deletion."),
  changeProfile: quietForm("Your profile is saved.", "Failed to save the profile.", {
    needsLogin: error("Please log in to change your profile."),
  }),
  block: form("Blocked. What they write is folded away for you.", "Failed to block this person.", {
    needsLogin: BLOCK_NEEDS_LOGIN,
  }),
  unblock: form("No longer blocked.", "Failed to end the block.", {
    needsLogin: BLOCK_NEEDS_LOGIN,
  }),
  invite: form(
    "The invitation is ready. Send its link to the person whom you invite.",
    "Failed to make an invitation.",
    { needsLogin: error("Please log in to invite people.") },
  ),
  withdrawInvitation: form("The invitation is withdrawn.", "Failed to withdraw the invitation.", {
    needsLogin: error("Please log in to withdraw an invitation."),
  }),
  changeMails: quietForm("Your choice is saved.", "Failed to save your choice.", {
    needsLogin: error("Please log in to change what is mailed to you."),
  }),
  resumeMails: form("Mails are sent to you again.", "Failed to start the mails again."),
  changePassword: quietForm(
    "Your password was changed. You are signed out everywhere else.",
    PASSWORD_SET_FAILED,
  ),
  changeEmail: quietForm("A link is on its way to the new address.", EMAIL_CHANGE_FAILED),
  confirmEmailChange: quietForm("Your address was changed.", EMAIL_CHANGE_FAILED),
  restoreEmail: quietForm(
    "The address is yours again. A link to set a new password is on its way to it.",
    "Failed to restore the address.",
  ),
  endSession: form("The session or token was ended.", SESSION_END_FAILED, { itemField: "session" }),
  endOtherSessions: form(
    "You are signed out everywhere else, and your tokens are revoked.",
    SESSION_END_FAILED,
  ),
  makeToken: quietForm(
    "The token was created. Copy it now: it is not shown again.",
    "Failed to create the token.",
  ),
  setUpFactor: quietForm(
    "Scan the QR code with your app, and type the code that the app shows.",
    FACTOR_FAILED,
  ),
  confirmFactor: quietForm(FACTOR_ADDED, FACTOR_FAILED),
  cancelFactor: quietForm("Nothing was changed.", FACTOR_FAILED),
  renewRecoveryCodes: quietForm(FACTOR_ADDED, FACTOR_FAILED),
  removeFactor: quietForm("Your second factor was removed.", FACTOR_FAILED),
  removePasskey: quietForm("The passkey was removed.", FACTOR_FAILED, { itemField: "passkey" }),
  generateMomentum: form(
    "New momentum recommendation generated!",
    "Failed to generate momentum recommendation",
    {
      changed: success(
        "New momentum recommendation generated! It differs from the preview, because prices have changed since.",
      ),
    },
  ),
  generateSentiment: form(
    "New sentiment recommendation generated!",
    "Failed to generate sentiment recommendation",
    {
      changed: success(
        "New sentiment recommendation generated! It differs from the preview, because texts, votes or prices have changed since.",
      ),
    },
  ),
  previewMomentum: form(PREVIEWED, "Failed to generate momentum recommendation"),
  previewSentiment: form(PREVIEWED, "Failed to generate sentiment recommendation"),
  ...deskMessages,
} as const satisfies Record<string, FormMessages>;

export type FormIntent = keyof typeof formMessages;

export const messagesOf = (intent: FormIntent): FormMessages => formMessages[intent];
