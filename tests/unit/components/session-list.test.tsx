import { expect, test } from "vitest";
import { SessionList } from "~/routes/settings/session-list";
import { render } from "../../setup/routes";

test("the button beside each session and token says which one it ends", () => {
  const at = "2026-01-22T09:30:00.000Z";
  const times = { createdAt: at, lastSeenAt: null, expiresAt: at };
  const other = { ...times, network: null, token: null, isCurrent: false };
  const sessions = [
    { ...other, id: "1", device: "Firefox on Linux", isCurrent: true },
    { ...other, id: "2", device: "Safari on iPhone" },
    { ...other, id: "3", device: "curl", token: { name: "Backup", scope: "read" } as const },
  ];
  const html = render(() => <SessionList sessions={sessions} />);
  const buttons = html.match(/<button[^>]*>/g) ?? [];
  const labels = buttons.map((button) => /aria-label="([^"]*)"/.exec(button)?.[1]);
  expect(labels).toEqual(["End Safari on iPhone", "Revoke Backup"]);
});
