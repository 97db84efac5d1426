/** The zoom factor, 1 being the natural size; `null` fits the page to its frame. */
export type Zoom = number | null;

const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** @returns the next zoom step, or the same zoom at the end */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction > 0
      ? steps.find((step) => step > zoom + 0.01)
      : steps.findLast((step) => step < zoom - 0.01);
  return next ?? zoom;
}

/** @returns whether there is no further step */
export const isLastZoom = (zoom: number, direction: 1 | -1): boolean =>
  nextZoom(zoom, direction) === zoom;
