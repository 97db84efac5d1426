/** How large a page is shown, 1 being its natural size; `null` where it fits its frame. */
export type Zoom = number | null;

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** @returns the next larger or smaller size, or the same at the end of them */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const beyond =
    direction > 0
      ? steps.find((step) => step > zoom + 0.01)
      : steps.findLast((step) => step < zoom - 0.01);
  return beyond ?? zoom;
}

/** @returns whether there is no larger or smaller size, as where a page that fits is smaller than all */
export const isLastZoom = (zoom: number, direction: 1 | -1): boolean =>
  nextZoom(zoom, direction) === zoom;
