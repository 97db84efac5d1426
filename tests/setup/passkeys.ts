/** A device that signs as a passkey does, without a browser. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { addPasskey } from "~/models/passkey.server";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

interface Answer {
  challenge: string;
  counter?: number;
  /** Whether the device has verified its user. */
  isVerified?: boolean;
  origin?: string;
}

let made = 0;

/** Adds a passkey to a user's account. @returns a function that signs a challenge with it */
export async function addDevice(user: Viewer, site = "https://site.example") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // An ES256 key in COSE (RFC 9053): a map of key type, algorithm, curve and coordinates.
  const key = Buffer.concat([
    ...[Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url")],
    ...[Buffer.from("225820", "hex"), Buffer.from(y, "base64url")],
  ]);
  const credentialId = Buffer.from(`passkey ${(made += 1)}`).toString("base64url");
  await addPasskey({
    ...{ userId: user.id, credentialId, publicKey: key.toString("base64url") },
    ...{ counter: 0, transports: ["internal"], name: "My phone" },
  });
  return ({ challenge, counter = 1, isVerified = true, origin = site }: Answer) => {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const data = Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flags]), count]);
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
    return {
      ...{ id: credentialId, rawId: credentialId, type: "public-key" },
      clientExtensionResults: {},
      response: {
        authenticatorData: data.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  };
}
