/** The tool takes no arguments: `{}`. */
export class NoArgs {}
