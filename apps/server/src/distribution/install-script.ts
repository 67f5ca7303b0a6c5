import { flagOf, PACKAGE_FILES, type EnvName } from '@kenny/contract';
import { shellWord } from '@kenny/kernel';
import { intervalSetting } from '../auth/index.js';
import type { InstallerFacts } from './installer-facts.js';
import type { Package } from './packages.js';

export interface ScriptFacts extends InstallerFacts {
  /** The archive's address. */
  readonly package_url: string;
  readonly package: Package;
}

/**
 * What `curl … | sudo sh` runs on the PC. It does nothing before its last line, so that half a
 * script installs nothing; every value is one quoted word; secrets go through files of root, never
 * through a command line that others can list.
 */
export function installScript(facts: ScriptFacts): string {
  const {
    package: { archive, folder },
    tls_ca,
  } = facts;
  return `#!/bin/sh
# Installs the kenny agent on this PC as ${facts.agent_id}. This script holds a secret that lets one PC
# in: do not pass it on.
set -eu

fail() {
  echo "kenny: $*" >&2
  exit 1
}

# fetch ADDRESS FILE
fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsS${tls_ca === null ? '' : ' --cacert "$work/ca.pem"'} -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget -q${tls_ca === null ? '' : ' --ca-certificate="$work/ca.pem"'} -O "$2" "$1"
  else
    fail "neither curl nor wget is installed here"
  fi
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  else
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  fi
}

main() {
  [ "$(id -u)" = 0 ] || fail "this needs root: run it as root, or with sudo"
  umask 077
  # Not in /tmp, which may forbid programs to run.
  mkdir -p /usr/local/lib
  work=$(mktemp -d /usr/local/lib/.kenny-install.XXXXXX)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM
${tls_ca === null ? '' : `  printf '%s' ${shellWord(tls_ca)} >"$work/ca.pem"\n`}\
  printf '%s' ${shellWord(facts.token)} >"$work/token"
  echo "kenny: fetching ${archive.name} (${Math.ceil(archive.bytes / 1e6)} MB)"
  fetch ${shellWord(facts.package_url)} "$work/package.tar.gz" ||
    fail "the package cannot be fetched: see the line before. This PC's clock says $(date)"
  [ "$(sum_of "$work/package.tar.gz")" = ${shellWord(archive.sha256)} ] ||
    fail "the package is not the one of this link; run this again"
  tar -xzf "$work/package.tar.gz" -C "$work"
  sh "$work/"${shellWord(`${folder}/${PACKAGE_FILES.installer}`)} ${flagsOf(facts)} </dev/null
}

main "$@"
`;
}

function flagsOf(facts: ScriptFacts): string {
  const settings: [EnvName, string][] = [
    ['KENNY_SERVER', shellWord(facts.server_url)],
    ['KENNY_AGENT_ID', shellWord(facts.agent_id)],
    ['KENNY_SERVER_PUBKEY', shellWord(facts.server_public_key)],
    ...intervalSetting(facts),
  ];
  if (facts.tls_ca !== null) settings.push(['KENNY_TLS_CA', '"$work/ca.pem"']);
  return [
    ...settings.map(([name, word]) => `${flagOf(name)} ${word}`),
    `${flagOf('KENNY_ENROLL_TOKEN')}-file "$work/token"`,
    ...(facts.insecure ? ['--insecure'] : []),
  ].join(' ');
}
