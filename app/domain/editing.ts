import { addMinutes } from "date-fns/addMinutes";

/** For how long after posting a text that nobody has answered is edited without a trace, in minutes. */
export const FREE_EDIT_MINUTES = 15;

/** How many earlier versions of a text are kept; with so many it can no longer be edited, only removed. */
export const REVISIONS_MAX = 100;

/** What can be edited and removed by its author. */
export const editableKinds = ["article", "review", "comment"] as const;
export type EditableKind = (typeof editableKinds)[number];

/** What decides whether an edit leaves a trace. */
interface EditedText {
  createdAt: Date;
  /** When it was last edited with a trace; `null` if never. */
  editedAt: Date | null;
  /** Whether somebody else has answered it. */
  isAnswered: boolean;
}

/** @returns whether an edit leaves no trace: soon after posting, before anybody has answered */
export const isFreeEdit = ({ createdAt, editedAt, isAnswered }: EditedText, now: Date): boolean =>
  editedAt === null && !isAnswered && now <= addMinutes(createdAt, FREE_EDIT_MINUTES);
