export const MAX_NAME_LENGTH = 20;

/** Names that a user can sign up with; the by-lines of deleted accounts never match. */
const NAME = new RegExp(`^[A-Za-z0-9]{2,${MAX_NAME_LENGTH}}$`);

/** The by-line of what deleted accounts have left. Nobody can sign up with it, since names cannot contain spaces. */
export const DELETED_ACCOUNT_NAME = "Deleted account";

/** @returns whether a by-line can be the name of an account */
export const isPersonName = (name: string): boolean => NAME.test(name);

export const personPath = (name: string): string => `/people/${name}`;
