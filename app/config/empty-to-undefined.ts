/** @returns the trimmed value of an environment variable; empty counts as unset */
export const emptyToUndefined = (value: string | undefined): string | undefined =>
  value?.trim() || undefined;
