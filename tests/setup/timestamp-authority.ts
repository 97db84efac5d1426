/** A local authority for timestamps (RFC 3161): `openssl ts`, with a certificate by an authority of its own. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installDebianPackages } from "../../scripts/lib/debian.mjs";

const CONFIGURATION = `
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;
const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

export type Authority = Awaited<ReturnType<typeof openAuthority>>;

/** Creates the authority in a directory of its own; `end` removes it. */
export async function openAuthority() {
  try {
    execFileSync("openssl", ["version"], { stdio: "pipe" });
  } catch {
    await installDebianPackages("openssl");
  }
  const dir = mkdtempSync(join(tmpdir(), "quorum-tsa-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "pipe" });
  const inFile = (name: string, content: string | Buffer) =>
    writeFileSync(join(dir, name), content);
  inFile("tsa.cnf", CONFIGURATION);
  inFile("serial", "01\n");
  inFile("extensions", "extendedKeyUsage=critical,timeStamping\n");
  openssl("req", "-x509", ...EC, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=CA");
  openssl("req", ...EC, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=TSA");
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "extensions"];
  openssl("x509", "-req", "-in", "tsa.csr", "-out", "tsa.pem", ...by);
  const reply = ["ts", "-reply", "-config", "tsa.cnf", "-out", "reply"];
  return {
    dir,
    openssl,
    inFile,
    /** The certificate that issued that of the timestamps, in PEM. */
    certificate: readFileSync(join(dir, "ca.pem"), "utf8"),
    /** @returns the response to a request, both in DER */
    async stamp(query: Buffer): Promise<Buffer> {
      inFile("query.tsq", query);
      await promisify(execFile)("openssl", [...reply, "-queryfile", "query.tsq"], { cwd: dir });
      return readFileSync(join(dir, "reply"));
    },
    /** @returns a timestamp of a text, in DER */
    tokenOf(text: string): Buffer {
      inFile("text", text);
      openssl("ts", "-query", "-data", "text", "-sha256", "-cert", "-out", "text.tsq");
      openssl(...reply, "-queryfile", "text.tsq", "-token_out");
      return readFileSync(join(dir, "reply"));
    },
    end: () => rmSync(dir, { recursive: true }),
  };
}
