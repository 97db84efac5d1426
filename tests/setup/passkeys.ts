/** A device that signs as a passkey does, without a browser. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { addPasskey } from "~/models/passkey.server";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a browser adds to the client data if the page is in a frame of another site. */
interface Framing {
  crossOrigin?: unknown;
  topOrigin?: string;
}

interface Answer extends Framing {
  challenge: string;
  counter?: number;
  /** Whether the device has verified its user. */
  isVerified?: boolean;
  origin?: string;
}

let made = 0;

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // An ES256 key in COSE (RFC 9053): a map of key type, algorithm, curve and coordinates.
  const key = Buffer.concat([
    ...[Buffer.from("a5010203262001215820", "hex"), Buffer.from(x, "base64url")],
    ...[Buffer.from("225820", "hex"), Buffer.from(y, "base64url")],
  ]);
  return { key, privateKey, id: Buffer.from(`passkey ${(made += 1)}`) };
}

/** Adds a passkey to a user's account. @returns a function that signs a challenge with it */
export async function addDevice(user: Viewer, site = "https://site.example") {
  const { key, privateKey, id } = newKey();
  const credentialId = id.toString("base64url");
  await addPasskey({
    userId: user.id,
    credentialId,
    publicKey: key.toString("base64url"),
    counter: 0,
    transports: ["internal"],
    name: "My phone",
  });
  return ({ challenge, counter = 1, isVerified = true, origin = site, ...framing }: Answer) => {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const data = Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flags]), count]);
    const client = clientData({ type: "webauthn.get", challenge, origin, ...framing });
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
    return {
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        authenticatorData: data.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  };
}

const clientData = (fields: object) => Buffer.from(JSON.stringify(fields));

/** A text, or bytes of up to 255, in CBOR. */
const cborText = (text: string) => Buffer.from([0x60 + text.length, ...Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

interface Creation extends Framing {
  challenge: string;
  /** `packed` has a signature by the new key itself, `none` nothing. */
  format?: "none" | "packed";
}

/** @returns the response of a device that has created a passkey */
export function createPasskey({ challenge, format = "none", ...framing }: Creation) {
  const { key, privateKey, id } = newKey();
  const origin = "https://site.example";
  const data = Buffer.concat([
    sha256(new URL(origin).hostname),
    Buffer.from([USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, ...Buffer.alloc(4 + 16)]),
    ...[Buffer.from([0, id.length]), id, key],
  ]);
  const client = clientData({ type: "webauthn.create", challenge, origin, ...framing });
  const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
  const statement =
    format === "none"
      ? [Buffer.from([0xa0])]
      : [Buffer.from([0xa2]), cborText("alg"), Buffer.from([0x26])] // ES256
          .concat(cborText("sig"), cborBytes(signature));
  const attestation = Buffer.concat([
    ...[Buffer.from([0xa3]), cborText("fmt"), cborText(format)],
    ...[cborText("attStmt"), ...statement, cborText("authData"), cborBytes(data)],
  ]);
  const credentialId = id.toString("base64url");
  return {
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      attestationObject: attestation.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
    },
  };
}
