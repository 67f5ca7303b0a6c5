const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Programs and cmdlets that show, copy, send or search the content of the files they are given. */
export const READERS =
  words(`cat tac less more most bat batcat head tail nl base64 base32 basenc xxd od hexdump hd
  strings grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed cut paste sort uniq rev tr fold fmt pr column diff
  cmp comm join split csplit tee dd nc ncat socat mail mutt sendmail lp lpr jq yq sqlite3 uuencode iconv
  vi vim view nano ed ex emacs wget http xargs perl
  get-content gc type select-string sls findstr format-hex import-csv import-clixml certutil esentutl notepad`);
/** Those that take many things and put them somewhere: the last word is where to. */
export const COPIERS = words(`cp scp rsync install ln rclone
  copy-item copy cpi xcopy robocopy move-item mv mi move`);
/** Those that pack whole trees: a folder of the system is everyday backup. */
export const PACKERS = words(`tar zip 7z 7za gzip bzip2 xz zstd cpio ar rar pax
  compress-archive makecab expand`);
/** Those that only list, so that something behind a pipe reads what they name. */
export const LISTERS = words('find fd ls dir get-childitem gci get-item gi');
/** Those that send only what an option names: `-F x=@file`, `-T file`, `file://…`. */
export const SENDERS = words('curl wget http');
/** Those whose first word is no file but what they look for. */
export const SEARCHERS = words(
  'grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed select-string sls findstr jq yq perl',
);
/** What code calls a read; after any of these the text of a line is about reading. */
export const READING_CALL =
  /^(?:\[[a-z.]*\]::|\S*\.)?(?:open|fopen|readfile|readfilesync|file_get_contents|read_text|read_bytes|createreadstream|readalltext|readallbytes|readalllines|readlines|openread|opentext|streamreader|slurp|copyfile|copyfilesync|io\.file\]::copy)$/;
