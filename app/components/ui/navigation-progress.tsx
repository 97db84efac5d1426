import { useNavigation } from "@remix-run/react";

/**
 * A thin line at the head of the window while another page is on its way. It shows after a moment, so that
 * what comes at once comes without it.
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
