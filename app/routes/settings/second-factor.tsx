import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { Section } from "~/components/ui/section";
import { secondFactorIntent } from "~/schemas/second-factor";
import { drawQrCode } from "~/services/accounts/qr-code.server";
import {
  beginSetUp,
  confirmSetUp,
  giveUpSetUp,
  readSecondFactor,
  readSetUp,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from "~/services/accounts/second-factor.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { requireViewer, sessionOfPage } from "~/utils/http/auth.server";
import { orNotFound } from "~/utils/http/error-responses.server";
import { noStore } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { FactorForms } from "./factor-forms";
import { FactorSetUp } from "./factor-set-up";
import { useResultOf } from "./form";
import { RecoveryCodes } from "./recovery-codes";

const PATH = "/settings/second-factor";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const session = (await sessionOfPage(args))?.session ?? null;
  const [factor, setUp] = await orNotFound(
    Promise.all([readSecondFactor(viewer), readSetUp(viewer, session)]),
  );
  return {
    ...factor,
    setUp: setUp && { secret: setUp.secret, qrCode: drawQrCode(setUp.uri) },
  };
}

export const action = formAction({
  schema: secondFactorIntent,
  forms: {
    setUpFactor: {
      page: PATH,
      hiddenFields: ["currentPassword"],
      async handle(input, { viewer, session, client }) {
        await beginSetUp(viewer, input, { ...client, session });
        return {};
      },
    },
    confirmFactor: {
      async handle(input, { viewer, session, client }) {
        const codes = await confirmSetUp(viewer, input, { ...client, session });
        return { secret: codes.join(" ") };
      },
    },
    cancelFactor: {
      isButton: true,
      page: PATH,
      async handle(_input, { viewer }) {
        await giveUpSetUp(viewer);
        return {};
      },
    },
    renewRecoveryCodes: {
      hiddenFields: ["currentPassword"],
      async handle(input, { viewer, session, client }) {
        const codes = await renewRecoveryCodes(viewer, input, { ...client, session });
        return { secret: codes.join(" ") };
      },
    },
    removeFactor: {
      page: PATH,
      hiddenFields: ["currentPassword"],
      async handle(input, { viewer, session, client }) {
        await removeOwnSecondFactor(viewer, input, { ...client, session });
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("setUpFactor");

export const shouldRevalidate: ShouldRevalidateFunction = skipRevalidationWhenOffline;

/** What is asked for besides the password. */
export default function SecondFactorSettings() {
  const { isOn, recoveryCodesLeft, setUp } = useLoaderData<typeof loader>();
  const newCodes = [useResultOf("confirmFactor"), useResultOf("renewRecoveryCodes")]
    .map((result) => result?.secret)
    .find(Boolean);
  return (
    <div>
      <Section
        id="app"
        title="Authenticator app"
        standfirst="Signing in with your password then asks for a code as well, which an app on your phone shows. Whoever has your password alone stays out."
        isFirst
      >
        {newCodes ? <RecoveryCodes codes={newCodes.split(" ")} /> : null}
        {setUp ? (
          <FactorSetUp {...setUp} />
        ) : (
          <FactorForms isOn={isOn} recoveryCodesLeft={recoveryCodesLeft} />
        )}
      </Section>
    </div>
  );
}

export const headers = noStore;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Second factor",
    description: "What is asked for besides your password.",
    path: PATH,
    hidden: true,
  });
