/** Signed notes and verifier keys (C2SP signed-note), with Ed25519 signatures and timestamped cosignatures (C2SP tlog-cosignature). */
import { createHash, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

/** The signature types of C2SP signed-note that the site makes and reads. */
export const NOTE_SIGNATURE = 1;
export const COSIGNATURE = 4;
type SignatureType = typeof NOTE_SIGNATURE | typeof COSIGNATURE;

/** The public key that checks signatures of one type under a name. */
export interface VerifierKey {
  name: string;
  /** The four bytes that signatures name it by, in hexadecimal. */
  id: string;
  type: SignatureType;
  key: KeyObject;
}

/** A signature of a note, which may be by an unknown key. */
export interface NoteSignature {
  name: string;
  id: string;
  bytes: Buffer;
  /** The line of the note, without the line feed. */
  line: string;
}

export interface Note {
  /** What is signed, with its last line feed. */
  text: string;
  signatures: NoteSignature[];
}

/** Far more than any checkpoint with its cosignatures needs; the specification asks for at least 16. */
const MAX_SIGNATURES = 100;
const MAX_NAME_LENGTH = 255;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const ED25519_BYTES = 64;
const KEY_BYTES = 32;
const NAME = /^[^\s+\p{Cc}]+$/u;
/** Bits of the last character that no byte has may be set, as in other implementations. */
const LINE = /^— (\S+) ((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/u;
const CONTROL = /[^\P{Cc}\n\u007f-\u009f]/u;

const isName = (name: string) => name.length <= MAX_NAME_LENGTH && NAME.test(name);

/** @returns the bytes of a text in base64, or `null` if it is not exactly what those bytes are written as */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

/** @returns the 32 bytes of an Ed25519 key's public half */
export const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKeyOf(key).export({ format: "jwk" }).x!, "base64url");

const createPublicKeyOf = (key: KeyObject) => (key.type === "public" ? key : createPublicKey(key));

/** @returns the verifier key of an Ed25519 key, public or private, under a name */
export function verifierKeyOf(name: string, key: KeyObject, type: SignatureType): VerifierKey {
  const typed = Buffer.concat([Buffer.from([type]), rawPublicKey(key)]);
  const hash = createHash("sha256").update(`${name}\n`).update(typed).digest();
  const id = hash.subarray(0, ID_BYTES).toString("hex");
  return { name, id, type, key: createPublicKeyOf(key) };
}

/** @returns a verifier key as a text: name, id and typed key, joined by plus signs */
export const formatVerifierKey = ({ name, id, type, key }: VerifierKey): string =>
  `${name}+${id}+${Buffer.concat([Buffer.from([type]), rawPublicKey(key)]).toString("base64")}`;

/** @returns the verifier key that a text states, or `null` if it is none for a known type of Ed25519 signature */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = "", id = "", encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const typed = decodeBase64(encoded);
  if (!isName(name) || typed?.length !== 1 + KEY_BYTES) return null;
  const type = typed[0];
  if (type !== NOTE_SIGNATURE && type !== COSIGNATURE) return null;
  const x = typed.subarray(1).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const parsed = verifierKeyOf(name, key, type);
  return parsed.id === id ? parsed : null;
}

const lineOf = (name: string, id: string, signature: Buffer) =>
  `— ${name} ${Buffer.concat([Buffer.from(id, "hex"), signature]).toString("base64")}`;

/** @returns the line with the Ed25519 signature of a note's text. @param text ends with a line feed */
export const signText = (name: string, privateKey: KeyObject, text: string): string =>
  lineOf(
    name,
    verifierKeyOf(name, privateKey, NOTE_SIGNATURE).id,
    sign(null, Buffer.from(text), privateKey),
  );

/** @returns the line with a timestamped cosignature of a checkpoint's text */
export function cosignText(name: string, privateKey: KeyObject, text: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, cosigned(text, BigInt(seconds)), privateKey);
  const { id } = verifierKeyOf(name, privateKey, COSIGNATURE);
  return lineOf(name, id, Buffer.concat([time, signature]));
}

const cosigned = (text: string, seconds: bigint) =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** @returns a note of a text and the lines of its signatures */
export const joinNote = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.map((line) => `${line}\n`).join("")}`;

/** @returns the text and the signatures of a note, unchecked, or `null` if it is malformed */
export function parseNote(note: string): Note | null {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || CONTROL.test(note) || /\p{Cs}/u.test(note)) return null;
  const signatures = parseSignatureLines(note.slice(split + 2));
  return signatures && { text: note.slice(0, split + 1), signatures };
}

/** @returns the signatures of the lines below a note's text, or `null` if there is none or one is malformed */
export function parseSignatureLines(lines: string): NoteSignature[] | null {
  if (!lines.endsWith("\n")) return null;
  const parsed = lines.slice(0, -1).split("\n").map(parseSignatureLine);
  const isWhole = parsed.every((signature) => signature !== null);
  return isWhole && parsed.length <= MAX_SIGNATURES ? parsed : null;
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = "", encoded = ""] = LINE.exec(line) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (!isName(name) || bytes.length <= ID_BYTES) return null;
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  return { name, id, bytes: bytes.subarray(ID_BYTES), line };
}

export const isNamedBy = ({ name, id }: VerifierKey, signature: NoteSignature): boolean =>
  signature.name === name && signature.id === id;

/** @returns whether a signature of a text, which names a key, was made with it */
export function isSignature(text: string, { bytes }: NoteSignature, { key, type }: VerifierKey) {
  if (type === NOTE_SIGNATURE) {
    return bytes.length === ED25519_BYTES && verify(null, Buffer.from(text), key, bytes);
  }
  if (bytes.length !== TIME_BYTES + ED25519_BYTES) return false;
  const message = cosigned(text, bytes.readBigUInt64BE());
  return verify(null, message, key, bytes.subarray(TIME_BYTES));
}

/** @returns when a cosignature says that it was made */
export const cosignedAt = ({ bytes }: NoteSignature): Date =>
  new Date(Number(bytes.readBigUInt64BE()) * 1000);

/**
 * Checks the signatures of a note that name one of some keys; others are ignored.
 * @returns those that are valid, or `null` if one is not
 */
export function verifiedSignatures(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): NoteSignature[] | null {
  const known = signatures.flatMap((signature) => {
    const key = keys.find((one) => isNamedBy(one, signature));
    return key ? [{ signature, isValid: isSignature(text, signature, key) }] : [];
  });
  return known.every(({ isValid }) => isValid) ? known.map(({ signature }) => signature) : null;
}
