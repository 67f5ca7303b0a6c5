/** What is wrong with a file that should be a backup, in words that go on after its name. */
export class ArchiveFault extends Error {}
