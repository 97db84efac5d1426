import { useLocation } from "@remix-run/react";
import { TabLinks } from "~/components/ui/list";

/** The pages that only their owner sees. */
const ownPages = [
  { to: "/notices", label: "Notices" },
  { to: "/following", label: "Following" },
  { to: "/saved", label: "Saved" },
  { to: "/drafts", label: "Drafts" },
  { to: "/settings", label: "Settings" },
] as const;

/** Links between the pages that only their owner sees, for the top of each. */
export function OwnPages() {
  const { pathname } = useLocation();
  const isAt = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <TabLinks
      label="Your pages"
      tabs={ownPages.map((page) => ({ ...page, current: isAt(page.to) }))}
      className="mt-6 -mb-4"
    />
  );
}
