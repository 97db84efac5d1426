/** Numbers as addresses name them: positive integers, each of which is written in one way only. */
export const PATH_NUMBER = /^[1-9]\d{0,14}$/;

/** @returns the number that a path names, or `null` if it names none */
export const parsePathNumber = (text: string | undefined): number | null =>
  text !== undefined && PATH_NUMBER.test(text) ? Number(text) : null;
