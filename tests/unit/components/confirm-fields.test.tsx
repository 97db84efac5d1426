import { expect, test } from "vitest";
import { AdminForm } from "~/components/admin/admin-form";
import { render } from "../../setup/routes";

test("a refused form asks for the password", () => {
  const Page = () => <AdminForm intent="endSessionsOf" label="End" pendingLabel="…" />;
  expect(render(Page)).not.toContain("Your password");
  const submission = {
    status: "error",
    error: { currentPassword: ["Please confirm"] },
    initialValue: {},
  };
  expect(render(Page, null, { posted: { intent: "endSessionsOf", submission } })).toContain(
    "Your password",
  );
});
