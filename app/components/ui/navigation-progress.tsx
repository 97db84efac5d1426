import { useNavigation } from "@remix-run/react";

/**
 * A thin progress bar at the top of the window during navigations. It appears after a short delay,
 * so that fast navigations do not flash it.
 */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="navigation-progress print:hidden"
    >
      <div />
    </div>
  );
}
