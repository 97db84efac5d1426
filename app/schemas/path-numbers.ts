/** A number in a path: a positive integer without leading zeros, so that each has only one URL. */
export const PATH_NUMBER = /^[1-9]\d{0,14}$/;

/** @returns the number in a path segment, or `null` if the segment is not a number */
export const parsePathNumber = (text: string | undefined): number | null =>
  text !== undefined && PATH_NUMBER.test(text) ? Number(text) : null;
