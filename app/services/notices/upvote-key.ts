/** Identifies an upvote among what notices are about. */
export const upvoteKey = (textId: string, by: string): string => `${textId} ${by}`;
