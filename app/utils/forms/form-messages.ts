import { errorToast as error, success } from "~/utils/toasts/toast";
import { deskMessages } from "./desk-messages";
import { needsLogin, PREVIEWED, type FormMessages } from "./form-message";

const EDIT_NEEDS_LOGIN = error("Please log in to change what you wrote.");
const SAVE_NEEDS_LOGIN = needsLogin("save this");
const BLOCK_NEEDS_LOGIN = needsLogin("block people");
const FEED_NEEDS_LOGIN = error("Please log in to change the address of your feed.");
const WITHDRAWAL = {
  done: success("Upvote withdrawn."),
  failed: error("Failed to withdraw the upvote."),
  needsLogin: needsLogin("withdraw an upvote"),
};
const DRAFT_SAVED = success("Draft saved.");
const PASSWORD_SET_FAILED = error("Failed to set the password.");
const EMAIL_CHANGE_FAILED = error("Failed to change the address.");
const SESSION_END_FAILED = error("Failed to end the session.");
const FACTOR_FAILED = error("Failed to save the change.");
const FACTOR_ADDED = success("Your second factor is on.");

/** All forms that act on the viewer's behalf, by `intent`. */
export const formMessages = {
  post: {
    done: success("Article posted!"),
    failed: error("Please try again later.", "Failed to post article"),
    needsLogin: error("Please log in to post articles.", "Failed to post article"),
    failsQuietly: true,
  },
  upvote: {
    done: success("Article upvoted!"),
    failed: error("Failed to upvote article."),
    needsLogin: needsLogin("upvote articles"),
  },
  "withdraw-upvote": WITHDRAWAL,
  save: {
    done: success("Saved. You find it again under “Saved”."),
    failed: error("Failed to save this."),
    needsLogin: SAVE_NEEDS_LOGIN,
  },
  unsave: {
    done: success("Removed from what you have saved."),
    failed: error("Failed to remove this from what you have saved."),
    needsLogin: SAVE_NEEDS_LOGIN,
    itemField: "id",
  },
  note: {
    done: success("Your note was saved."),
    failed: error("Failed to save the note."),
    needsLogin: SAVE_NEEDS_LOGIN,
    failsQuietly: true,
    itemField: "id",
  },
  follow: {
    done: success("You follow this now."),
    failed: error("Failed to follow."),
    needsLogin: needsLogin("follow"),
    itemField: "id",
  },
  unfollow: {
    done: success("You no longer follow this."),
    failed: error("Failed to stop following."),
    needsLogin: needsLogin("stop following"),
    itemField: "id",
  },
  "upvote-comment": {
    done: success("Comment upvoted!"),
    failed: error("Failed to upvote comment."),
    needsLogin: needsLogin("upvote comments"),
  },
  "withdraw-comment-upvote": WITHDRAWAL,
  renewFeed: {
    done: success("Your feed has a new address. Copy it now: it is not shown again."),
    failed: error("Failed to make a new address."),
    needsLogin: FEED_NEEDS_LOGIN,
    failsQuietly: true,
  },
  endFeed: {
    done: success("The address of your feed no longer works."),
    failed: error("Failed to end the address."),
    needsLogin: FEED_NEEDS_LOGIN,
  },
  comment: {
    done: success("Comment posted!"),
    failed: error("Failed to post comment."),
    needsLogin: error("Please log in to comment."),
  },
  review: {
    done: success("Review added successfully!"),
    failed: error("Failed to create review"),
    needsLogin: error("Please log in to submit a review.", "Authentication Required"),
  },
  edit: {
    done: success("Your changes were saved."),
    failed: error("Please try again later.", "Failed to save your changes"),
    needsLogin: EDIT_NEEDS_LOGIN,
    failsQuietly: true,
  },
  remove: {
    done: success("Your text was removed."),
    failed: error("Please try again later.", "Failed to remove your text"),
    needsLogin: EDIT_NEEDS_LOGIN,
    failsQuietly: true,
  },
  saveDraft: {
    done: DRAFT_SAVED,
    failed: error("Please try again later.", "Failed to save the draft"),
    failsQuietly: true,
  },
  preview: {
    done: DRAFT_SAVED,
    failed: error("Please try again later.", "Failed to show the preview"),
    failsQuietly: true,
  },
  deleteDraft: {
    done: success("Draft deleted."),
    failed: error("Failed to delete the draft."),
    itemField: "draft",
  },
  markRead: {
    done: success("Your notices are marked as read."),
    failed: error("Failed to mark your notices as read."),
    needsLogin: error("Please log in to read your notices."),
  },
  apply: {
    done: success("Application sent! Members can vote on it now."),
    failed: error("Failed to send the application."),
    needsLogin: error("Please log in to apply."),
    failsQuietly: true,
  },
  vote: {
    approved: success("Your vote was counted, and the application is approved."),
    declined: success("Your vote was counted, and the application is declined."),
    done: success("Your vote was counted."),
    failed: error("Failed to count the vote."),
    needsLogin: needsLogin("vote"),
  },
  forgot: {
    done: success("If an account has this address, a link is on its way to it."),
    failed: error("Failed to send the link."),
    failsQuietly: true,
  },
  resetPassword: {
    done: success("Your password was changed. Sign in with the new one."),
    failed: PASSWORD_SET_FAILED,
    failsQuietly: true,
  },
  proveEmail: {
    done: success("Your address is confirmed."),
    failed: error("Failed to confirm the address."),
    failsQuietly: true,
  },
  mailProof: {
    done: success("A new link is on its way to your address."),
    failed: error("Failed to send the link."),
    failsQuietly: true,
  },
  requestExport: {
    alreadyThere: success("Your copy is already available."),
    done: success("Your copy is on its way."),
    failed: error("Failed to ask for the copy."),
  },
  scheduleDeletion: {
    done: success("Your account will be deleted in seven days, unless you call it off."),
    failed: error("Failed to schedule the deletion."),
    failsQuietly: true,
  },
  cancelDeletion: {
    done: success("Your account will not be deleted."),
    failed: error("Failed to call off the deletion."),
  },
  changeProfile: {
    done: success("Your profile is saved."),
    failed: error("Failed to save the profile."),
    needsLogin: error("Please log in to change your profile."),
    failsQuietly: true,
  },
  block: {
    done: success("Blocked. What they write is folded away for you."),
    failed: error("Failed to block this person."),
    needsLogin: BLOCK_NEEDS_LOGIN,
  },
  unblock: {
    done: success("No longer blocked."),
    failed: error("Failed to end the block."),
    needsLogin: BLOCK_NEEDS_LOGIN,
  },
  invite: {
    done: success("The invitation is ready. Send its link to the person whom you invite."),
    failed: error("Failed to make an invitation."),
    needsLogin: error("Please log in to invite people."),
  },
  withdrawInvitation: {
    done: success("The invitation is withdrawn."),
    failed: error("Failed to withdraw the invitation."),
    needsLogin: error("Please log in to withdraw an invitation."),
  },
  changeMails: {
    done: success("Your choice is saved."),
    failed: error("Failed to save your choice."),
    needsLogin: error("Please log in to change what is mailed to you."),
    failsQuietly: true,
  },
  resumeMails: {
    done: success("Mails are sent to you again."),
    failed: error("Failed to start the mails again."),
  },
  changePassword: {
    done: success("Your password was changed. You are signed out everywhere else."),
    failed: PASSWORD_SET_FAILED,
    failsQuietly: true,
  },
  changeEmail: {
    done: success("A link is on its way to the new address."),
    failed: EMAIL_CHANGE_FAILED,
    failsQuietly: true,
  },
  confirmEmailChange: {
    done: success("Your address was changed."),
    failed: EMAIL_CHANGE_FAILED,
    failsQuietly: true,
  },
  restoreEmail: {
    done: success("The address is yours again. A link to set a new password is on its way to it."),
    failed: error("Failed to restore the address."),
    failsQuietly: true,
  },
  endSession: {
    done: success("The session or token was ended."),
    failed: SESSION_END_FAILED,
    itemField: "session",
  },
  endOtherSessions: {
    done: success("You are signed out everywhere else, and your tokens are revoked."),
    failed: SESSION_END_FAILED,
  },
  makeToken: {
    done: success("The token was created. Copy it now: it is not shown again."),
    failed: error("Failed to create the token."),
    failsQuietly: true,
  },
  setUpFactor: {
    done: success("Scan the QR code with your app, and type the code that the app shows."),
    failed: FACTOR_FAILED,
    failsQuietly: true,
  },
  confirmFactor: { done: FACTOR_ADDED, failed: FACTOR_FAILED, failsQuietly: true },
  cancelFactor: {
    done: success("Nothing was changed."),
    failed: FACTOR_FAILED,
    failsQuietly: true,
  },
  renewRecoveryCodes: { done: FACTOR_ADDED, failed: FACTOR_FAILED, failsQuietly: true },
  removeFactor: {
    done: success("Your second factor was removed."),
    failed: FACTOR_FAILED,
    failsQuietly: true,
  },
  removePasskey: {
    done: success("The passkey was removed."),
    failed: FACTOR_FAILED,
    failsQuietly: true,
    itemField: "passkey",
  },
  generateMomentum: {
    done: success("New momentum recommendation generated!"),
    changed: success(
      "New momentum recommendation generated! It differs from the preview, because prices have changed since.",
    ),
    failed: error("Failed to generate momentum recommendation"),
  },
  generateSentiment: {
    done: success("New sentiment recommendation generated!"),
    changed: success(
      "New sentiment recommendation generated! It differs from the preview, because texts, votes or prices have changed since.",
    ),
    failed: error("Failed to generate sentiment recommendation"),
  },
  previewMomentum: {
    done: PREVIEWED,
    failed: error("Failed to generate momentum recommendation"),
  },
  previewSentiment: {
    done: PREVIEWED,
    failed: error("Failed to generate sentiment recommendation"),
  },
  ...deskMessages,
} as const satisfies Record<string, FormMessages>;

export type FormIntent = keyof typeof formMessages;

export const messagesOf = (intent: FormIntent): FormMessages => formMessages[intent];
