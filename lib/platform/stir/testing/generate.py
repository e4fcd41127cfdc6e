#!/usr/bin/env python3
"""Writes fixtures.json: certificates of openssl, and PASSporTs signed by Python's cryptography.

Run it in this folder. No private key is kept, so it replaces everything.
"""
import base64
import json
import os
import subprocess
import tempfile

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

IAT = 1_790_000_000  # 2026-09-21
URL = "https://certificates.example.org/shaken.pem"
CALLER, CALLED = "12125550123", "12135550100"

CONFIG = """
[ca]
default_ca = here
[here]
database = ./index.txt
serial = ./serial
new_certs_dir = .
default_md = sha256
policy = anything
unique_subject = no
[anything]
commonName = supplied
[root]
basicConstraints = critical,CA:TRUE,pathlen:1
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[intermediate]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[provider]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
1.3.6.1.5.5.7.1.26 = ASN1:SEQUENCE:list
[noSpc]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
[list]
code = EXP:0,IA5:1001
"""


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def issue(name, issuer, extensions, start="20260101000000Z", end="20460101000000Z", curve="prime256v1"):
    openssl("ecparam", "-name", curve, "-genkey", "-noout", "-out", f"{name}.key")
    openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN=SHAKEN {name}", "-out", f"{name}.csr")
    signer = ["-selfsign", "-keyfile", f"{name}.key"] if issuer is None else ["-cert", f"{issuer}.pem", "-keyfile", f"{issuer}.key"]
    openssl("ca", "-batch", "-config", "openssl.cnf", "-in", f"{name}.csr", *signer, "-extensions", extensions,
            "-startdate", start, "-enddate", end, "-notext", "-out", f"{name}.pem")


def encode(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def sign(key_name, header, payload):
    with open(f"{key_name}.key", "rb") as file:
        key = serialization.load_pem_private_key(file.read(), None)
    text = ".".join(encode(json.dumps(part, separators=(",", ":"), sort_keys=True).encode()) for part in (header, payload))
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def identity(key_name="provider", attest="A", header=None, payload=None, parameters=None):
    signed_header = {"alg": "ES256", "ppt": "shaken", "typ": "passport", "x5u": URL, **(header or {})}
    signed_payload = {
        "attest": attest, "dest": {"tn": [CALLED]}, "iat": IAT, "orig": {"tn": CALLER},
        "origid": "123e4567-e89b-12d3-a456-426655440000", **(payload or {}),
    }
    token = sign(key_name, signed_header, signed_payload)
    return f"{token};info=<{URL}>;alg=ES256;ppt=\"shaken\"" if parameters is None else f"{token}{parameters}"


def compact():
    token = sign("provider", {"alg": "ES256", "typ": "passport", "x5u": URL},
                 {"dest": {"tn": [CALLED]}, "iat": IAT, "orig": {"tn": CALLER}})
    return f"..{token.split('.')[2]};info=<{URL}>;alg=ES256"


def read(*names):
    return "".join(open(f"{name}.pem", encoding="ascii").read() for name in names)


def main():
    target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures.json")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("openssl.cnf", "w", encoding="ascii") as file:
            file.write(CONFIG)
        open("index.txt", "w", encoding="ascii").close()
        with open("serial", "w", encoding="ascii") as file:
            file.write("1000\n")
        issue("root", None, "root")
        issue("foreign", None, "root")
        issue("intermediate", "root", "intermediate")
        issue("deeper", "intermediate", "intermediate")
        issue("provider", "intermediate", "provider")
        issue("expired", "intermediate", "provider", end="20260201000000Z")
        issue("unnamed", "intermediate", "noSpc")
        issue("below", "provider", "provider")
        issue("deep", "deeper", "provider")
        issue("stranger", "foreign", "provider")
        issue("strong", "intermediate", "provider", curve="secp384r1")
        fixtures = {
            "iat": IAT, "url": URL, "caller": CALLER, "called": CALLED,
            "anchor": read("root"),
            "chains": {
                "provider": read("provider", "intermediate"),
                "withoutIntermediate": read("provider"),
                "expired": read("expired", "intermediate"),
                "unnamed": read("unnamed", "intermediate"),
                "belowProvider": read("below", "provider", "intermediate"),
                "tooDeep": read("deep", "deeper", "intermediate"),
                "foreign": read("stranger", "foreign"),
                "otherCurve": read("strong", "intermediate"),
            },
            "identities": {
                "A": identity(), "B": identity(attest="B"), "C": identity(attest="C"),
                "below": identity("below"), "deep": identity("deep"), "stranger": identity("stranger"),
                "compact": compact(),
                "otherKey": identity("root"),
                "otherCaller": identity(payload={"orig": {"tn": "12125550199"}}),
                "otherCalled": identity(payload={"dest": {"tn": ["12125550199"]}}),
                "severalCalled": identity(payload={"dest": {"tn": ["12125550199", CALLED]}}),
                "noAttestation": identity(attest="D"),
                "otherAddress": identity(parameters=";info=<https://other.example.org/a.pem>;alg=ES256;ppt=shaken"),
                "diversion": identity(header={"ppt": "div"}, parameters=f";info=<{URL}>;alg=ES256;ppt=div"),
                "otherAlgorithm": identity(header={"alg": "ES384"}, parameters=f";info=<{URL}>;alg=ES384;ppt=shaken"),
            },
        }
    with open(target, "w", encoding="ascii") as file:
        json.dump(fixtures, file, indent=2)
        file.write("\n")


main()
