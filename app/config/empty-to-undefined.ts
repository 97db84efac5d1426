/** @returns an environment variable without blanks around it; one that is empty is not set */
export const emptyToUndefined = (value: string | undefined): string | undefined =>
  value?.trim() || undefined;
