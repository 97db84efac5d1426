import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Section } from "~/components/ui/page";
import { serializePasskey } from "~/presenters/accounts";
import { secondFactorIntent } from "~/schemas/second-factor";
import { readPasskeys, removeOwnPasskey } from "~/services/accounts/passkeys.server";
import { drawQrCode } from "~/services/accounts/second-factor.server";
import { arePasskeysPossible } from "~/services/accounts/passkeys.server";
import {
  beginSetUp,
  cancelFactorSetUp,
  confirmSetUp,
  readSecondFactor,
  readSetUp,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from "~/services/accounts/second-factor.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewer, sessionOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { getOrigin } from "~/utils/http/origin.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { FactorForms, FactorSetUp } from "./authenticator";
import { Passkeys } from "./passkeys";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/second-factor";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const session = (await sessionOfPage(args))?.session ?? null;
  const [factor, setUp, passkeys] = await orErrorResponse(
    Promise.all([readSecondFactor(viewer), readSetUp(viewer, session), readPasskeys(viewer)]),
  );
  return {
    ...factor,
    passkeys: passkeys.map(serializePasskey),
    arePasskeysPossible: arePasskeysPossible(getOrigin(args.request)),
    setUp: setUp && { secret: setUp.secret, qrCode: drawQrCode(setUp.uri) },
  };
}

export const action = formAction({
  schema: secondFactorIntent,
  forms: {
    setUpFactor: {
      page: PATH,
      hiddenFields: ["currentPassword", "code"],
      async handle(input, { viewer, session, client }) {
        // Its result is not returned, because it holds the secret and outcomes are stored.
        await beginSetUp(viewer, input, { ...client, session });
      },
    },
    confirmFactor: {
      answersSecret: true,
      async handle(input, { viewer, session, client }) {
        const codes = await confirmSetUp(viewer, input, { ...client, session });
        return { secret: codes.join(" ") };
      },
    },
    cancelFactor: {
      isButton: true,
      page: PATH,
      handle: (_input, { viewer }) => cancelFactorSetUp(viewer),
    },
    renewRecoveryCodes: {
      answersSecret: true,
      hiddenFields: ["currentPassword", "code"],
      async handle(input, { viewer, session, client }) {
        const codes = await renewRecoveryCodes(viewer, input, { ...client, session });
        return { secret: codes.join(" ") };
      },
    },
    removePasskey: {
      page: PATH,
      hiddenFields: ["currentPassword", "code"],
      handle: (input, { viewer, client }) => removeOwnPasskey(viewer, input, client),
    },
    removeFactor: {
      page: PATH,
      hiddenFields: ["currentPassword", "code"],
      handle: (input, { viewer, session, client }) =>
        removeOwnSecondFactor(viewer, input, { ...client, session }),
    },
  },
});
export const clientAction = formClientAction("setUpFactor");

export default function SecondFactorSettings() {
  const { isOn, recoveryCodesLeft, setUp, passkeys, arePasskeysPossible } =
    useLoaderData<typeof loader>();
  const newCodes = [useResultOf("confirmFactor"), useResultOf("renewRecoveryCodes")]
    .map((result) => result?.secret)
    .find(Boolean);
  return (
    <div>
      <Section
        id="app"
        title="Authenticator app"
        standfirst="With an authenticator app, signing in with your password also requires a code from your phone. Your password alone is not enough."
        isFirst
      >
        {newCodes ? <RecoveryCodes codes={newCodes.split(" ")} /> : null}
        {setUp ? (
          <FactorSetUp {...setUp} />
        ) : (
          <FactorForms isOn={isOn} recoveryCodesLeft={recoveryCodesLeft} />
        )}
      </Section>
      <Section
        id="passkeys"
        title="Passkeys"
        standfirst="Sign in with your phone, computer or security key, without a password or a code."
      >
        <Passkeys passkeys={passkeys} isPossible={arePasskeysPossible} takesCode={isOn} />
      </Section>
    </div>
  );
}

export const meta = hiddenMeta(
  "Second factor",
  "Your authenticator app, recovery codes and passkeys.",
  PATH,
);

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // Move the focus here, because the submitted form may be further down the page.
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="mb-8 scroll-mt-24 rounded border border-positive bg-positive-wash px-5 py-4"
    >
      <p className="font-medium">
        These are your recovery codes. Print them or write them down now: they are not shown again.
      </p>
      <p className="mt-1">
        If you lose your app, each code signs you in once. Do not keep them together with your
        password.
      </p>
      <ol className="mt-4 grid grid-cols-1 gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ol>
    </div>
  );
}
