export interface Toast {
  kind: "success" | "error";
  title: string;
  description: string;
  /** The path of what was posted, to which the toast links. */
  to?: string;
}

export const success = (description: string): Toast => ({
  kind: "success",
  title: "Success",
  description,
});

/** An error toast, or a message of a form with its title. */
export const errorToast = (description: string, title = "Error"): Toast => ({
  kind: "error",
  title,
  description,
});
