import { addMinutes } from "date-fns/addMinutes";

/** For how many minutes after posting a text that nobody has answered or upvoted can be edited without a trace. */
export const FREE_EDIT_MINUTES = 15;

/** Maximum number of earlier versions of a text. Once it is reached, the text can only be removed. */
export const MAX_REVISIONS = 100;

export const editableKinds = ["article", "review", "comment"] as const;
export type EditableKind = (typeof editableKinds)[number];

interface EditedText {
  createdAt: Date;
  /** When it was last edited with a trace; `null` if never. */
  editedAt: Date | null;
  /** Whether another user has answered or upvoted it. */
  isAnswered: boolean;
}

/** @returns whether an edit leaves no trace: soon after posting, before another user has answered or upvoted */
export const isFreeEdit = ({ createdAt, editedAt, isAnswered }: EditedText, now: Date): boolean =>
  editedAt === null && !isAnswered && now <= addMinutes(createdAt, FREE_EDIT_MINUTES);
