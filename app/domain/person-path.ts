/** Names that can be signed up with; by-lines of deleted accounts have none of them. */
const NAME = /^[A-Za-z0-9]{2,20}$/;

/** @returns whether a by-line can be that of an account */
export const isPersonName = (name: string): boolean => NAME.test(name);

/** @returns the path of a person's page */
export const personPath = (name: string): string => `/people/${name}`;
