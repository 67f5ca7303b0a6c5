const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Programs and cmdlets that show, copy, send or search the content of files. */
export const READERS =
  words(`cat tac less more most bat batcat head tail nl base64 base32 basenc xxd od hexdump hd
  strings grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed cut paste sort uniq rev tr fold fmt pr column diff
  cmp comm join split csplit tee dd nc ncat socat mail mutt sendmail lp lpr jq yq sqlite3 uuencode iconv
  vi vim view nano ed ex emacs wget http xargs perl
  get-content gc type select-string sls findstr format-hex import-csv import-clixml certutil esentutl notepad`);
/** Copy many files; the last argument is the target. */
export const COPIERS = words(`cp scp rsync install ln rclone
  copy-item copy cpi xcopy robocopy move-item mv mi move`);
/** Pack whole trees: a system folder as an argument is an everyday backup. */
export const PACKERS = words(`tar zip 7z 7za gzip bzip2 xz zstd cpio ar rar pax
  compress-archive makecab expand`);
/** Only list names, for a reader behind a pipe. */
export const LISTERS = words('find fd ls dir get-childitem gci get-item gi');
/** Send only files that an option names: `-F x=@file`, `-T file`, `file://…`. */
export const SENDERS = words('curl wget http');
/** Their first argument is the pattern, not a file. */
export const SEARCHERS = words(
  'grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed select-string sls findstr jq yq perl',
);
/** File-reading functions of scripting languages: the rest of such a line counts as read. */
export const READING_CALL =
  /^(?:\[[a-z.]*\]::|\S*\.)?(?:open|fopen|readfile|readfilesync|file_get_contents|read_text|read_bytes|createreadstream|readalltext|readallbytes|readalllines|readlines|openread|opentext|streamreader|slurp|copyfile|copyfilesync|io\.file\]::copy)$/;
