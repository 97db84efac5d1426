/** Timestamps of the ledger's checkpoints by an authority (RFC 3161). */
import { createHash, randomBytes } from "node:crypto";
import {
  Boolean as AsnBoolean,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  type AsnType,
} from "asn1js";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { environment } from "~/config/env.server";
import {
  addTimestamp,
  findNewestCheckpoint,
  type Timestamp,
} from "~/models/ledger-checkpoint.server";
import { invalidate } from "../cache/invalidation.server";
import { post } from "../fetch-json.server";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const NONCE_BYTES = 8;
const MAX_ANSWER_BYTES = 64 * 1024;
const NOT_A_RESPONSE = "it answered with something that is no response of RFC 3161";

/**
 * Has the authority of the operator put a timestamp on the newest checkpoint, unless there is no authority or the
 * checkpoint has one.
 * @throws Error if the authority cannot be reached, refuses, or answers about something else
 */
export async function stampCheckpoint(): Promise<void> {
  const { TIMESTAMP_URL } = environment();
  if (!TIMESTAMP_URL) return;
  const newest = await findNewestCheckpoint();
  if (!newest || newest.timestamp) return;
  const [digest, nonce] = [createHash("sha256").update(newest.note).digest(), newNonce()];
  const { status, bytes } = await post(new URL(TIMESTAMP_URL), {
    type: "application/timestamp-query",
    body: requestOf(digest, nonce),
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (status !== 200) throw new Error(`it answered with status ${status}`);
  const timestamp = readTimestamp(bytes, { digest, nonce });
  if (await addTimestamp(newest.size, timestamp)) await invalidate(RECOMMENDATIONS);
}

/** @returns a positive number whose first byte is not zero, so that it has one encoding */
function newNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  nonce[0] = (nonce[0]! & 0x7f) | 0x40;
  return nonce;
}

/** @returns a `TimeStampReq` that asks for the certificate as well */
const requestOf = (digest: Buffer, nonce: Buffer): Uint8Array =>
  new Uint8Array(
    sequence(
      new Integer({ value: 1 }),
      sequence(
        sequence(new ObjectIdentifier({ value: SHA_256 }), new Null()),
        new OctetString({ valueHex: digest }),
      ),
      new Integer({ valueHex: nonce }),
      new AsnBoolean({ value: true }),
    ).toBER(),
  );

const sequence = (...value: AsnType[]) => new Sequence({ value });

/**
 * Reads a `TimeStampResp`. Neither the signature of its token nor the certificate of the authority is checked: whoever
 * trusts an authority does that, for example with `openssl ts -verify`.
 * @throws Error if the authority has refused, or has answered another request
 */
function readTimestamp(response: Buffer, asked: { digest: Buffer; nonce: Buffer }): Timestamp {
  const parsed = fromBER(response);
  if (parsed.offset !== response.length) throw new Error(NOT_A_RESPONSE);
  const [statusInfo, token] = partsOf(parsed.result);
  const status = numberIn(partsOf(statusInfo)[0]);
  if (status > 1) throw new Error(`the authority refused, with status ${status}`);
  const [version, , imprint, , time, ...rest] = partsOf(parseInfo(token));
  const [algorithm, digest] = partsOf(imprint);
  const nonce = rest.find((part) => part instanceof Integer);
  const isAboutIt =
    numberIn(version) === 1 &&
    isIdentifier(partsOf(algorithm)[0], SHA_256) &&
    digest instanceof OctetString &&
    asked.digest.equals(Buffer.from(digest.getValue()));
  if (!isAboutIt) throw new Error("it answered about something else than the checkpoint");
  if (!nonce || !asked.nonce.equals(Buffer.from(nonce.valueBlock.valueHexView))) {
    throw new Error("it answered another request");
  }
  if (!(time instanceof GeneralizedTime)) throw new Error(NOT_A_RESPONSE);
  return { at: time.toDate(), token: Buffer.from(token!.valueBeforeDecodeView).toString("base64") };
}

/** @returns the `TSTInfo` that the token, a `SignedData`, is about */
function parseInfo(token: AsnType | undefined): AsnType {
  const [type, content] = partsOf(token);
  const [, , encapsulated] = partsOf(partsOf(content)[0]);
  const [infoType, info] = partsOf(encapsulated);
  const [octets] = partsOf(info);
  const isInfo = isIdentifier(type, SIGNED_DATA) && isIdentifier(infoType, TST_INFO);
  if (!isInfo || !(octets instanceof OctetString)) throw new Error(NOT_A_RESPONSE);
  return fromBER(octets.getValue()).result;
}

function partsOf(node: AsnType | undefined): AsnType[] {
  const value: unknown = (node?.valueBlock as { value?: unknown } | undefined)?.value;
  if (!Array.isArray(value)) throw new Error(NOT_A_RESPONSE);
  return value as AsnType[];
}

function numberIn(node: AsnType | undefined): number {
  if (!(node instanceof Integer)) throw new Error(NOT_A_RESPONSE);
  return node.valueBlock.valueDec;
}

const isIdentifier = (node: AsnType | undefined, identifier: string) =>
  node instanceof ObjectIdentifier && node.getValue() === identifier;
