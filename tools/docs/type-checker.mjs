import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** Checks types over and over, each time only what has changed. */
export class TypeChecker {
  /** @type {import('typescript').SemanticDiagnosticsBuilderProgram | undefined} */
  #last;
  #parsed = new Map();
  #host;
  #config;

  /** @param {string[]} files - where to start; what they import is checked with them */
  constructor(root, files) {
    this.root = root;
    const settings = {
      extends: './tsconfig.base.json',
      compilerOptions: { composite: false, declaration: false, incremental: false, noEmit: true },
      files,
    };
    this.#config = ts.parseJsonConfigFileContent(settings, ts.sys, root);
    this.#host = ts.createIncrementalCompilerHost(this.#config.options);
    this.#host.getCurrentDirectory = () => root;
    const parse = this.#host.getSourceFile.bind(this.#host);
    this.#host.getSourceFile = (file, ...rest) =>
      this.#unlessKnown(file, () => parse(file, ...rest));
  }

  /**
   * Errors as `path: message`, the path from the root.
   * @returns {string[]}
   */
  errors() {
    const { options, fileNames, errors } = this.#config;
    this.#last = ts.createSemanticDiagnosticsBuilderProgram(
      fileNames,
      options,
      this.#host,
      this.#last,
    );
    return [
      ...errors,
      ...this.#last.getOptionsDiagnostics(),
      ...this.#last.getSyntacticDiagnostics(),
      ...this.#last.getSemanticDiagnostics(),
    ].map(({ file, messageText }) => {
      const place = file ? relative(this.root, file.fileName) : 'options';
      return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  }

  #unlessKnown(file, parse) {
    const { mtimeMs = 0 } = statSync(join(file), { throwIfNoEntry: false }) ?? {};
    const known = this.#parsed.get(file);
    if (known?.mtimeMs === mtimeMs) return known.source;
    const source = parse();
    this.#parsed.set(file, { mtimeMs, source });
    return source;
  }
}
