/** The API's responses about a second factor; see `responses.ts`. */
import { z } from "zod";

export const secondFactorResponse = z
  .object({
    isOn: z.boolean().meta({
      description: "Whether signing in with the password asks for a code as well.",
      examples: [true],
    }),
    recoveryCodesLeft: z
      .int()
      .min(0)
      .meta({ description: "How many recovery codes have not been used.", examples: [10] }),
  })
  .meta({ id: "SecondFactor", description: "The second factor of the signed-in user." });

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const setUpResponse = z
  .object({
    secret: z
      .string()
      .regex(/^[A-Z2-7]{32}$/)
      .meta({
        description: "What an authenticator app computes the codes from, in base32.",
        examples: [SECRET],
      }),
    uri: z.string().meta({
      description: "The same as an `otpauth:` address, for a QR code.",
      examples: [
        `otpauth://totp/Site:mara%40example.org?issuer=Site&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
      ],
    }),
  })
  .meta({ id: "SecondFactorSetUp", description: "What an authenticator app has to know." });

export const recoveryCodesResponse = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: "Ten. Each signs in once in place of a code. They cannot be read again.",
      examples: [["7h3kq2-9wmd4x-0t5vbr-ec8njz"]],
    }),
  })
  .meta({ id: "RecoveryCodes", description: "New recovery codes; earlier ones are void." });
