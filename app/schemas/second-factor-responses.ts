/** The API's responses about a second factor; see `responses.ts`. */
import { z } from "zod";
import { flag } from "./response-fields";

export const secondFactorResponse = z
  .object({
    isOn: flag("Whether signing in with the password asks for a code as well.", true),
    recoveryCodesLeft: z
      .int()
      .min(0)
      .meta({ description: "The number of unused recovery codes.", examples: [10] }),
  })
  .meta({ id: "SecondFactor", description: "The second factor of the signed-in user." });

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const setUpResponse = z
  .object({
    secret: z
      .string()
      .regex(/^[A-Z2-7]{32}$/)
      .meta({
        description: "The secret from which an authenticator app computes the codes, in base32.",
        examples: [SECRET],
      }),
    uri: z.string().meta({
      description: "The secret as an `otpauth:` URI, for a QR code.",
      examples: [
        `otpauth://totp/Site:mara%40example.org?issuer=Site&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
      ],
    }),
  })
  .meta({
    id: "SecondFactorSetUp",
    description: "The secret for setting up an authenticator app.",
  });

export const recoveryCodesResponse = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description:
        "Ten recovery codes. Each can be used once in place of a code from the app. They are not shown again.",
      examples: [["7h3kq2-9wmd4x-0t5vbr-ec8njz"]],
    }),
  })
  .meta({
    id: "RecoveryCodes",
    description: "New recovery codes. Earlier ones are no longer valid.",
  });
